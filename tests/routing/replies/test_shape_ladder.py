"""A server is asked in the next shape only where it says that it does not take this one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hfchat_gui.backends.wrong_shape import NoChatRoute, WantsText
from hfchat_gui.conversation.errors import ChatError, NotAChatServer, ServerBusy
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
from hfchat_gui.routing.replies.shape_ladder import Below, Rung, ShapeLadder
from tests.helpers.running import Run
from tests.routing.replies.played import Played, all_of

ROUTE = Route(WireKind.TEXT_GENERATION, "http://127.0.0.1:1", "m")
SEED = ReplyNoted("Seed is left out.")
WHOLE = ReplyNoted("All at once.")
WAITING = ReplyWaiting(WaitReason.ANSWERING_AT_ONCE)
HI, END = TextDelta("Hi"), ReplyFinished("stop")


KEPT: list[str] = []


def rung(backend: Played, *falls_on: type[ChatError], name: str = "") -> Rung:
    if not name:
        return Rung(backend, falls_on)

    async def keep() -> None:
        KEPT.append(name)

    return Rung(backend, falls_on, Below(ROUTE, f"Now {name}.", keep))


def told(run: Run, rungs: Sequence[Rung]) -> list[ReplyEvent]:
    KEPT.clear()
    return run(all_of(ShapeLadder(rungs)))


def test_the_first_rung_that_bears_needs_no_word(run: Run) -> None:
    lower = Played(HI, END)
    events = told(run, [rung(Played(SEED, HI, END), WantsText), rung(lower, name="messages")])
    assert events == [SEED, HI, END]
    assert lower.asked == 0
    assert KEPT == []


def test_a_lower_rung_is_told_and_kept_once_its_answer_begins(run: Run) -> None:
    first = rung(Played(SEED, failure=NoChatRoute("404")), NoChatRoute)
    lower = rung(Played(WAITING, WHOLE, SEED, HI, SEED, HI, END), name="messages")
    events = told(run, [first, lower])
    now = [ReplyNoted("Now messages."), Rerouted(ROUTE), WHOLE]
    assert events == [SEED, WAITING, *now, HI, HI, END]
    assert KEPT == ["messages"]


def test_of_a_rung_that_does_not_bear_nothing_is_told(run: Run) -> None:
    rungs = [
        rung(Played(failure=WantsText("500")), WantsText),
        rung(Played(WHOLE, failure=WantsText("500")), WantsText, name="messages"),
        rung(Played(HI, END), name="text"),
    ]
    assert told(run, rungs) == [ReplyNoted("Now text."), Rerouted(ROUTE), HI, END]
    assert KEPT == ["text"]


def test_a_name_alone_is_no_answer_yet(run: Run) -> None:
    served = Served(model="m")
    rungs = [
        rung(Played(served, failure=WantsText("500")), WantsText),
        rung(Played(served, failure=WantsText("500")), WantsText, name="messages"),
        rung(Played(served, HI, END), name="text"),
    ]
    assert told(run, rungs) == [served, ReplyNoted("Now text."), Rerouted(ROUTE), served, HI, END]
    assert KEPT == ["text"]


def test_after_any_text_nothing_is_sent_again(run: Run) -> None:
    lower = Played(HI, END)
    broken = Played(HI, failure=WantsText("500"))
    with pytest.raises(WantsText):
        told(run, [rung(broken, WantsText), rung(lower, name="messages")])
    assert lower.asked == 0


def test_where_no_rung_is_a_chat_the_first_answer_is_the_cause(run: Run) -> None:
    first = NoChatRoute("no chat route")
    rungs = [
        rung(Played(failure=first), NoChatRoute),
        rung(Played(failure=NotAChatServer("a page")), WantsText, name="messages"),
        rung(Played(HI, END), name="text"),
    ]
    with pytest.raises(NoChatRoute) as raised:
        told(run, rungs)
    assert raised.value is first
    assert KEPT == []


def test_an_answer_that_has_begun_ends_with_its_own_failure(run: Run) -> None:
    page = NotAChatServer("a page")
    rungs = [
        rung(Played(failure=NoChatRoute("no chat route")), NoChatRoute),
        rung(Played(HI, failure=page), WantsText, name="messages"),
    ]
    with pytest.raises(NotAChatServer) as raised:
        told(run, rungs)
    assert raised.value is page


def test_another_failure_ends_it_at_once(run: Run) -> None:
    lower = Played(HI, END)
    with pytest.raises(ServerBusy):
        told(
            run, [rung(Played(failure=ServerBusy("503")), WantsText), rung(lower, name="messages")]
        )
    with pytest.raises(NotAChatServer):
        told(run, [rung(Played(failure=NotAChatServer("page")), WantsText), rung(lower, name="m")])
    assert lower.asked == 0


def test_the_last_rung_has_its_own_failure(run: Run) -> None:
    with pytest.raises(WantsText):
        told(run, [rung(Played(failure=WantsText("500")), WantsText)])
