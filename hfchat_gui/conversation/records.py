"""A conversation as the store holds it: values that cross between the store and the rest."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hfchat_gui.conversation.message import Message
from hfchat_gui.conversation.model_ref import ModelRef
from hfchat_gui.conversation.request import SamplingOptions


@dataclass(frozen=True, slots=True)
class ConversationDetails:
    """All of a conversation but its turns. `leaf` is the last turn of the active path.

    Times are Unix seconds; `updated` is the time of the last turn or edit. `has_own_title`: the
    person wrote the title, and nothing changes it. `first_sent`: the turn of the path from which
    on turns are sent (None = all): the person left out the older ones, since they did not fit.
    """

    id: str
    title: str
    system_prompt: str
    model: ModelRef
    sampling: SamplingOptions
    created: float
    updated: float
    leaf: str | None = None
    has_own_title: bool = False
    first_sent: str | None = None

    @property
    def summary(self) -> ConversationSummary:
        """Its row of the conversation list."""
        return ConversationSummary(self.id, self.title, self.model, self.updated)


@dataclass(frozen=True, slots=True)
class StoredConversation:
    """A conversation read from disk: every turn of its tree, oldest first."""

    details: ConversationDetails
    messages: tuple[Message, ...]

    @property
    def path(self) -> tuple[Message, ...]:
        """The turns of the active path, first turn first."""
        known = {message.id: message for message in self.messages}
        path: list[Message] = []
        key = self.details.leaf
        while key is not None and (turn := known.pop(key, None)) is not None:
            path.append(turn)
            key = turn.parent
        return tuple(reversed(path))


@dataclass(frozen=True, slots=True)
class ConversationSummary:
    """One row of the conversation list."""

    id: str
    title: str
    model: ModelRef
    updated: float


class SaveState(StrEnum):
    """Whether what the person sees is also on disk."""

    SAVED = "saved"
    FAILING = "failing"
    NOT_KEPT = "not_kept"  # `ask` without --save
