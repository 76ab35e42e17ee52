"""A conversation in memory: a tree of turns with one active path, and listeners that follow it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from time import time

from hfchat_gui.conversation.changes import (
    ConversationChange,
    DetailsChanged,
    MessageAdded,
    PathChanged,
    ReplyGrew,
    ReplySettled,
)
from hfchat_gui.conversation.error_record import ErrorRecord
from hfchat_gui.conversation.listeners import joined
from hfchat_gui.conversation.message import Message, new_id
from hfchat_gui.conversation.model_ref import ModelRef
from hfchat_gui.conversation.records import ConversationDetails, SaveState, StoredConversation
from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.conversation.tasks import Report
from hfchat_gui.conversation.tree import TurnTree

_log = logging.getLogger(__name__)

Listener = Callable[[ConversationChange], None]

UNTITLED = "New chat"


class Conversation:
    """Read by everyone, written by its `ChatSession` alone (the methods below `subscribe`)."""

    def __init__(self, details: ConversationDetails, messages: Iterable[Message] = ()) -> None:
        self._details = details
        self._turns = TurnTree(messages)
        self._path_ids = self._turns.path_to(details.leaf)
        self._turns.look_at(self._path_ids)
        self._is_kept = False
        self._save_state = SaveState.SAVED
        self._save_error: ErrorRecord | None = None
        self._listeners: list[Listener] = []
        self._report: Report = _log_type

    @classmethod
    def new(cls, model: ModelRef, sampling: SamplingOptions | None = None) -> Conversation:
        """Return an empty conversation with `model`."""
        now, sampling = time(), sampling or SamplingOptions()
        return cls(ConversationDetails(new_id(), UNTITLED, "", model, sampling, now, now))

    @classmethod
    def stored(cls, stored: StoredConversation) -> Conversation:
        """Return a conversation as it was read from disk."""
        conversation = cls(stored.details, stored.messages)
        conversation._is_kept = True
        return conversation

    @property
    def details(self) -> ConversationDetails:
        """All but the turns, as a value."""
        return self._details

    @property
    def id(self) -> str:
        """The conversation's id."""
        return self._details.id

    @property
    def title(self) -> str:
        """The title, never empty."""
        return self._details.title or UNTITLED

    @property
    def has_own_title(self) -> bool:
        """Whether the person wrote the title."""
        return self._details.has_own_title

    @property
    def is_kept(self) -> bool:
        """Whether it is one of the chats: it has a turn, or had one before all were deleted."""
        return self._is_kept

    @property
    def system_prompt(self) -> str:
        """The system prompt, "" for none."""
        return self._details.system_prompt

    @property
    def model(self) -> ModelRef:
        """The model that answers the next turn."""
        return self._details.model

    @property
    def all_turns(self) -> StoredConversation:
        """The conversation as it is now, with every version of every turn, as a value."""
        return StoredConversation(self._details, self._turns.messages)

    @property
    def path_ids(self) -> tuple[str, ...]:
        """The ids of the active path, first turn first."""
        return self._path_ids

    @property
    def path(self) -> tuple[Message, ...]:
        """The turns of the active path, first turn first."""
        return tuple(self._turns[key] for key in self._path_ids)

    @property
    def save_state(self) -> SaveState:
        """Whether all of this is on disk."""
        return self._save_state

    @property
    def save_error(self) -> ErrorRecord | None:
        """Why saving fails, or None."""
        return self._save_error

    def message(self, message_id: str) -> Message:
        """Return a turn by its id, in its present state; raise `KeyError` if there is none.

        A deleted turn is still given out: its deletion may be undone.
        """
        return self._turns[message_id]

    def has(self, message_id: str) -> bool:
        """Whether there is such a turn, and it is not deleted."""
        return message_id in self._turns

    def path_until(self, message_id: str | None) -> tuple[Message, ...]:
        """Return the turns from the first to this one."""
        return tuple(self._turns[key] for key in self._turns.path_to(message_id))

    def versions(self, message_id: str) -> tuple[str, ...]:
        """Return the turns in the place of this one, itself included, oldest first.

        They are of its role; only where a reply was deleted and its place taken by a question are
        both named, when the deletion is undone. A reply without a word is left out once another
        turn has its place.
        """
        return self._turns.versions(message_id)

    def branch(self, message_id: str) -> tuple[str, ...]:
        """Return this turn and all that follows it in any version, without what is deleted."""
        return self._turns.branch(message_id)

    def end_below(self, message_id: str) -> str:
        """Return the end of the branch below this turn that was looked at last, or the newest."""
        return self._turns.end_below(message_id)

    def end_without(self, message_id: str) -> str | None:
        """Return where the path ends once this turn is gone: None where nothing is left.

        That is the end of the version before it, else of the one after it, else the turn above.
        """
        neighbour = self._turns.neighbour(message_id)
        return self._turns.end_below(neighbour) if neighbour else self.message(message_id).parent

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` at every change; return what ends that."""
        return joined(self._listeners, listener)

    def report_to(self, report: Report) -> None:
        """Hand what a listener raises to `report`; the others hear of the change all the same."""
        self._report = report

    def add(self, message: Message) -> None:
        """Put a turn under its parent and make it the end of the active path."""
        extends = message.parent == self._details.leaf
        self._turns.put(message)
        self._is_kept = True
        self._details = replace(self._details, leaf=message.id, updated=time())
        if extends:
            self._path_ids = (*self._path_ids, message.id)
        else:
            self._path_ids = self._turns.path_to(message.id)
        self._turns.look_at(self._path_ids)
        self._tell(MessageAdded(message.id) if extends else PathChanged())

    def go_to(self, leaf: str | None) -> None:
        """Make the way to this turn the active path."""
        self._details = replace(self._details, leaf=leaf)
        self._path_ids = self._turns.path_to(leaf)
        self._turns.look_at(self._path_ids)
        self._tell(PathChanged())

    def bin(self, message_ids: Iterable[str], leaf: str | None) -> None:
        """Take turns away and end the active path at `leaf`."""
        self._turns.bin(message_ids)
        self.go_to(leaf)

    def unbin(self, message_ids: Iterable[str], leaf: str | None) -> None:
        """Bring turns back and end the active path at `leaf`."""
        self._turns.unbin(message_ids)
        self.go_to(leaf)

    def grow(self, message: Message) -> None:
        """Replace an open reply by its grown form."""
        self._turns.put(message)
        self._tell(ReplyGrew(message.id))

    def settle(self, message: Message) -> None:
        """Replace a reply by its last form."""
        self._turns.put(message)
        self._details = replace(self._details, updated=time())
        self._tell(ReplySettled(message.id))

    def change_details(
        self,
        *,
        title: str | None = None,
        has_own_title: bool | None = None,
        system_prompt: str | None = None,
        model: ModelRef | None = None,
        sampling: SamplingOptions | None = None,
    ) -> bool:
        """Change what is given; return whether anything is different now."""
        before = self._details
        changed = replace(
            before,
            title=before.title if title is None else title,
            has_own_title=before.has_own_title if has_own_title is None else has_own_title,
            system_prompt=before.system_prompt if system_prompt is None else system_prompt,
            model=model or before.model,
            sampling=sampling or before.sampling,
        )
        if changed == before:
            return False
        self._details = changed
        self._tell(DetailsChanged())
        return True

    def send_from(self, message_id: str | None) -> None:
        """Leave out of what is sent all turns of the path before this one; None sends all."""
        self._details = replace(self._details, first_sent=message_id)
        self._tell(DetailsChanged())

    def mark_saved(self, state: SaveState, error: ErrorRecord | None = None) -> None:
        """Set whether this is on disk, and why not."""
        if (state, error) != (self._save_state, self._save_error):
            self._save_state, self._save_error = state, error
            self._tell(DetailsChanged())

    def _tell(self, change: ConversationChange) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(change)
            except Exception as error:  # noqa: BLE001 - a view's fault must not cost the reply
                self._report(error)


def _log_type(error: BaseException) -> None:
    _log.error("a listener failed: %s", type(error).__name__)
