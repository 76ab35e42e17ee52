"""What a reply keeps of its error: the step that helps there, and until when one has to wait."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.error_record import (
    NO_ACTION,
    TRY_AGAIN,
    Action,
    ActionKind,
    ErrorRecord,
)
from hfchat_gui.conversation.errors import Again, ChatError, RateLimited, ServerBusy, Wait
from hfchat_gui.conversation.message import Message, ReplyState, Role, TextPart, Timings
from hfchat_gui.conversation.reply_errors import record_at
from tests.conversation.scripted import MODEL

_OTHER = Action(ActionKind.CHOOSE_MODEL, "Choose another provider")


def _kept(
    error: ChatError, after: float | None, text: str = "", *, continues: bool = False
) -> ErrorRecord:
    error.again = Again(Wait.BUSY, after)
    parts = (TextPart(text),) if text else ()
    timings = Timings(started=900.0, ended=1000.0)
    reply = Message(Role.ASSISTANT, parts, state=ReplyState.FAILED, timings=timings)
    return record_at(Conversation.new(MODEL), reply, error, continues=continues)


def test_a_wait_is_kept_as_the_moment_when_it_ends() -> None:
    kept = _kept(ServerBusy("Busy."), 30.0)
    assert (kept.again_at, kept.action, kept.other_action) == (1030.0, TRY_AGAIN, NO_ACTION)


@pytest.mark.parametrize("after", [None, 0.0])
def test_where_no_time_was_named_none_is_kept(after: float | None) -> None:
    assert _kept(ServerBusy("Busy."), after).again_at is None


def test_who_offers_another_step_offers_to_ask_again_after_the_wait_too() -> None:
    kept = _kept(RateLimited("Too many.", action=_OTHER), 30.0)
    assert (kept.action, kept.other_action, kept.again_at) == (_OTHER, TRY_AGAIN, 1030.0)
    assert _kept(RateLimited("Too many.", action=_OTHER), None).other_action is NO_ACTION


def test_a_reply_that_was_to_go_on_waits_as_well() -> None:
    kept = _kept(ServerBusy("Busy."), 30.0, "Half", continues=True)
    assert (kept.action.kind, kept.again_at) == (ActionKind.CONTINUE, 1030.0)
