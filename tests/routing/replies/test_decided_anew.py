"""Only what speaks against the facts themselves, and only before any text, is tried once more."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.errors import ChatError, ModelUnknown, NotAChatServer, ServerBusy
from hfchat_gui.conversation.ports import Decision
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    ReplyNoted,
    ReplyWaiting,
    Rerouted,
    Served,
    TextDelta,
    WaitReason,
)
from hfchat_gui.conversation.route import Route, WireKind
from hfchat_gui.routing.replies.decided_anew import DecidedAnew
from tests.helpers.running import Run
from tests.routing.replies.played import Played, all_of

ROUTE = Route(WireKind.CHAT_COMPLETIONS, "http://127.0.0.1:1", "new", summary="new there")
NOTE = ReplyNoted("Seed is left out.")
WAITING = ReplyWaiting(WaitReason.ANSWERING_AT_ONCE)
GOOD: list[ReplyEvent] = [NOTE, TextDelta("Hi"), ReplyFinished("stop")]


def told(run: Run, first: Played, fresh: Played | None = None) -> tuple[list[ReplyEvent], bool]:
    """Return the events, and whether the address was asked anew."""
    asked = []

    async def decide_anew() -> Decision | None:
        asked.append(True)
        return Decision(ROUTE, fresh) if fresh else None

    return run(all_of(DecidedAnew(first, decide_anew))), bool(asked)


def test_a_reply_that_comes_is_handed_on(run: Run) -> None:
    assert told(run, Played(NOTE, *GOOD)) == (GOOD, False)  # the note is not said twice


def test_a_name_alone_is_no_answer_yet(run: Run) -> None:
    events, asked = told(run, Played(Served(model="m"), failure=ModelUnknown("no")), Played(*GOOD))
    assert asked
    assert events[-len(GOOD) :] == GOOD


@pytest.mark.parametrize("failure", [NotAChatServer("no"), ModelUnknown("no")])
def test_what_fails_before_it_begins_is_tried_once_more(run: Run, failure: ChatError) -> None:
    events, asked = told(run, Played(NOTE, WAITING, failure=failure), Played(*GOOD))
    assert asked
    assert events[:3] == [NOTE, WAITING, ReplyWaiting(WaitReason.ASKING_SERVER)]
    assert isinstance(events[3], ReplyNoted)
    assert events[4:] == [Rerouted(ROUTE), *GOOD[1:]]  # the note is not said twice


def test_a_second_failure_is_told(run: Run) -> None:
    with pytest.raises(ModelUnknown, match="second"):
        told(run, Played(failure=NotAChatServer("first")), Played(failure=ModelUnknown("second")))


def test_where_nothing_new_is_learnt_the_failure_stands(run: Run) -> None:
    with pytest.raises(ModelUnknown):
        told(run, Played(failure=ModelUnknown("no")), None)


def test_a_reply_that_has_begun_is_not_begun_again(run: Run) -> None:
    with pytest.raises(NotAChatServer):
        told(run, Played(TextDelta("Hi"), failure=NotAChatServer("no")), Played(*GOOD))


def test_a_server_that_is_busy_is_still_what_it_was(run: Run) -> None:
    with pytest.raises(ServerBusy):
        told(run, Played(failure=ServerBusy("wait")), Played(*GOOD))
