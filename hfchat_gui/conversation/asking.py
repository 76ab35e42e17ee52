"""What is asked for one reply: which turns are sent, and as what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.message import Message, Role
from hfchat_gui.conversation.model_ref import ModelRef
from hfchat_gui.conversation.request import ChatRequest, SamplingOptions, Turn


def sent_turns(conversation: Conversation, question_id: str | None) -> tuple[Message, ...]:
    """Return the turns that are sent to have this question answered, the question last.

    Left out are turns without a word, and those before `details.first_sent` where that is on the
    way to the question.
    """
    path = conversation.path_until(question_id)
    ids = [turn.id for turn in path]
    first = conversation.details.first_sent
    begin = ids.index(first) if first in ids else 0
    return tuple(turn for turn in path[begin:] if turn.has_words)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked for one reply, frozen: what is changed while it waits is for the next one.

    `begun`: the text of a reply that is to be gone on with.
    """

    model: ModelRef
    sampling: SamplingOptions
    system_prompt: str
    turns: tuple[Message, ...]
    begun: str = ""

    @classmethod
    def of(cls, conversation: Conversation, question_id: str, begun: str = "") -> Question:
        """Freeze what is asked now."""
        return cls(
            conversation.model,
            conversation.details.sampling,
            conversation.system_prompt,
            sent_turns(conversation, question_id),
            begun,
        )

    def request(self) -> ChatRequest:
        """Put the texts together, on a thread: they may be many megabytes.

        Turns of one speaker that follow each other are sent as one, since many models take
        question and answer strictly in turn.
        """
        turns = [(turn.role, turn.sent_text) for turn in self.turns]
        if self.system_prompt.strip():
            turns.insert(0, (Role.SYSTEM, self.system_prompt))
        if self.begun:
            turns.append((Role.ASSISTANT, self.begun))
        return ChatRequest(self.model, _in_turn(turns), self.sampling, continues=bool(self.begun))


def _in_turn(turns: Sequence[tuple[Role, str]]) -> tuple[Turn, ...]:
    return tuple(
        Turn(role, "\n\n".join(text for _, text in together))
        for role, together in groupby(turns, key=itemgetter(0))
    )
