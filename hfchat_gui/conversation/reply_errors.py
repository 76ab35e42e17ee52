"""What the card at a reply offers: the error's own step, or a better one that the reply allows."""

from __future__ import annotations

from dataclasses import replace

from hfchat_gui.conversation.asking import sent_turns
from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.error_record import (
    CONTINUE,
    LEAVE_OUT_OLDEST,
    NEW_CHAT,
    TRY_AGAIN,
    Action,
    ActionKind,
    ErrorRecord,
)
from hfchat_gui.conversation.errors import ChatError, Interrupted, PromptTooLong
from hfchat_gui.conversation.leaving_out import first_to_send
from hfchat_gui.conversation.message import Message
from hfchat_gui.conversation.waits import REPEATING

_TRY_TO_GO_ON = Action(ActionKind.CONTINUE, "Try again")


def record_at(
    conversation: Conversation, reply: Message, error: ChatError, *, continues: bool
) -> ErrorRecord:
    """Return the error as `reply`, which has settled, keeps it.

    Where older turns can be left out, an overflow offers that and a new chat; where the reply's
    length alone is too much, it offers to lower that first. A reply that was cut
    offers to go on; one that was to go on (`continues`) offers that again where it failed. A time
    to wait that the server named is kept as the moment when it ends, since cards are read later.
    """
    record = _with_end_of_wait(error.record(), reply, error)
    if isinstance(error, PromptTooLong):
        can_lose_turns = _can_lose_turns(conversation, reply, record)
        if record.action.kind is ActionKind.SHORTEN_REPLY:
            return replace(record, other_action=LEAVE_OUT_OLDEST if can_lose_turns else NEW_CHAT)
        if can_lose_turns:
            return replace(record, action=LEAVE_OUT_OLDEST, other_action=NEW_CHAT)
        return record
    if reply.ended_early and record.action.kind is ActionKind.RETRY:
        if isinstance(error, Interrupted):
            return replace(record, action=CONTINUE)
        if continues:
            return replace(record, action=_TRY_TO_GO_ON)
    return record


def _with_end_of_wait(record: ErrorRecord, reply: Message, error: ChatError) -> ErrorRecord:
    """Note when the server may be asked again, and offer that beside another step."""
    after, ended = error.again.after if error.again else None, reply.timings.ended
    if not after or ended is None:
        return record
    other = record.other_action
    if record.action.kind not in REPEATING and other.kind is ActionKind.NONE:
        other = TRY_AGAIN
    return replace(record, other_action=other, again_at=ended + after)


def _can_lose_turns(conversation: Conversation, reply: Message, error: ErrorRecord) -> bool:
    """Whether it may help to leave out the oldest turns."""
    sent = sent_turns(conversation, reply.parent)
    max_tokens = conversation.details.sampling.max_tokens
    return first_to_send(sent, conversation.system_prompt, error, max_tokens) is not None
