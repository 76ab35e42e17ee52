"""What counts as the beginning of an answer, and that no sentence is told twice."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    ReplyNoted,
    ReplyWaiting,
    Rerouted,
    Served,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
    WaitReason,
)
from hfchat_gui.conversation.route import Route, WireKind
from hfchat_gui.routing.replies.tries import Tries

ROUTE = Route(WireKind.CHAT_COMPLETIONS, "http://127.0.0.1:1", "m")
NOTE, OTHER = ReplyNoted("Seed is left out."), ReplyNoted("All at once.")


@pytest.mark.parametrize(
    "event",
    [NOTE, ReplyWaiting(WaitReason.SERVER_BUSY), Rerouted(ROUTE), Served(model="m")],
)
def test_what_comes_also_ahead_of_a_failure_is_no_answer_yet(event: ReplyEvent) -> None:
    tries = Tries()
    assert tries.is_news(event)
    assert not tries.has_begun


@pytest.mark.parametrize(
    "event",
    [TextDelta("a"), ThinkingDelta("a"), ToolCallDelta(0), ReplyFinished("stop")],
)
def test_anything_of_the_answer_begins_it_for_good(event: ReplyEvent) -> None:
    tries = Tries()
    assert tries.is_news(event)
    assert tries.is_news(Served(model="m"))
    assert tries.has_begun


def test_a_sentence_is_told_once_and_all_else_each_time() -> None:
    tries = Tries()
    events: list[ReplyEvent] = [NOTE, OTHER, NOTE, TextDelta("a"), TextDelta("a"), NOTE, OTHER]
    told = [event for event in events if tries.is_news(event)]
    assert told == [NOTE, OTHER, TextDelta("a"), TextDelta("a")]


def test_what_was_taken_back_may_be_told_later() -> None:
    tries = Tries()
    tries.is_news(NOTE)
    tries.is_news(OTHER)
    tries.take_back([NOTE, Served(model="m")])
    assert tries.is_news(NOTE)
    assert not tries.is_news(OTHER)
