"""What is asked for one reply: which turns are sent, and as what."""

from __future__ import annotations

from collections.abc import Iterable

from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.message import Message, Role
from hfchat_gui.conversation.request import ChatRequest, Turn


def sent_turns(conversation: Conversation, question_id: str | None) -> tuple[Message, ...]:
    """Return the turns that are sent to have this question answered, the question last.

    Left out are turns without a word, and those before `details.first_sent` where that is on the
    way to the question.
    """
    path = conversation.path_until(question_id)
    ids = [turn.id for turn in path]
    first = conversation.details.first_sent
    begin = ids.index(first) if first in ids else 0
    return tuple(turn for turn in path[begin:] if turn.sent_text)


def request_for(conversation: Conversation, question_id: str, begun: str = "") -> ChatRequest:
    """Freeze what is asked: what is changed while the reply waits is for the next one.

    `begun`: the text of a reply that is to be gone on with. Turns of one speaker that follow each
    other are sent as one, since many models take question and answer strictly in turn.
    """
    turns = [(turn.role, turn.sent_text) for turn in sent_turns(conversation, question_id)]
    if conversation.system_prompt.strip():
        turns.insert(0, (Role.SYSTEM, conversation.system_prompt))
    if begun:
        turns.append((Role.ASSISTANT, begun))
    sampling = conversation.details.sampling
    return ChatRequest(conversation.model, _in_turn(turns), sampling, continues=bool(begun))


def _in_turn(turns: Iterable[tuple[Role, str]]) -> tuple[Turn, ...]:
    joined: list[Turn] = []
    for role, text in turns:
        if joined and joined[-1].role is role:
            joined[-1] = Turn(role, f"{joined[-1].text}\n\n{text}")
        else:
            joined.append(Turn(role, text))
    return tuple(joined)
