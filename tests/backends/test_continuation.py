"""An answer that goes on brings only what is new, whatever the server repeats."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.backends.continuation import NewText, continued
from hfchat_gui.conversation.errors import EmptyAnswer, ServerBusy
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    ReplyHeld,
    ReplyNoted,
    TextBecameThinking,
    TextDelta,
    ThinkingDelta,
)
from tests.helpers.running import Run

DONE = ReplyFinished("stop")
NOTHING = ReplyNoted("The model had nothing to add.")


def passed(begun: str, *pieces: str) -> str:
    new = NewText(begun)
    return "".join(new.feed(piece) for piece in pieces) + new.finish()


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        ((", four",), ", four"),
        (("One, two, three",), ""),
        (("One, two, three, four",), ", four"),
        (("One, ", "two, three", ", four"), ", four"),
        (("One, two, ", "six"), "One, two, six"),
        (("One, two",), "One, two"),
        (("one, two, three",), "one, two, three"),
        ((), ""),
    ],
)
def test_text_that_begins_with_the_whole_beginning_loses_it(
    pieces: tuple[str, ...], text: str
) -> None:
    assert passed("One, two, three", *pieces) == text


def test_without_a_beginning_everything_is_new() -> None:
    assert NewText("").feed("a") == "a"


@given(st.text(max_size=12), st.text(max_size=12), st.integers(1, 5))
def test_in_pieces_of_any_size_the_rule_is_the_same(begun: str, text: str, size: int) -> None:
    for said in (text, begun + text):
        pieces = [said[at : at + size] for at in range(0, len(said), size)]
        assert passed(begun, *pieces) == said.removeprefix(begun)


def read(run: Run, *events: ReplyEvent, failure: Exception | None = None) -> list[ReplyEvent]:
    async def played() -> AsyncGenerator[ReplyEvent, None]:
        for event in events:
            yield event
        if failure is not None:
            raise failure

    async def whole() -> list[ReplyEvent]:
        return [event async for event in continued(played(), "Once")]

    return run(whole())


def test_a_repeated_beginning_is_not_doubled_in_a_reply(run: Run) -> None:
    told = read(run, TextDelta("On"), TextDelta("ce upon"), TextDelta(" a time"), DONE)
    assert told == [TextDelta(" upon"), TextDelta(" a time"), DONE]


def test_what_was_held_back_comes_with_the_end(run: Run) -> None:
    assert read(run, TextDelta("On"), DONE) == [TextDelta("On"), DONE]


def test_what_is_held_back_is_told_where_it_is_new(run: Run) -> None:
    held = ReplyHeld((TextDelta("ce `"), TextBecameThinking(), ThinkingDelta("hm")))
    told = read(run, TextDelta("On"), held, TextDelta("ce`"), ReplyHeld(), DONE)
    news = ReplyHeld((TextDelta(" `"), ThinkingDelta("hm")))
    assert told == [news, TextDelta("`"), ReplyHeld(), DONE]
    assert read(run, ReplyHeld((TextDelta("On"),)), failure=None)[:1] == [ReplyHeld()]


def test_a_model_that_has_nothing_to_add_has_completed_the_answer(run: Run) -> None:
    assert read(run, failure=EmptyAnswer("no text")) == [NOTHING, ReplyFinished()]
    assert read(run, TextDelta("Once"), DONE) == [NOTHING, DONE]


def test_a_model_that_only_thought_gave_no_answer(run: Run) -> None:
    with pytest.raises(EmptyAnswer):
        read(run, ThinkingDelta("hm"), failure=EmptyAnswer("only thought"))


def test_other_failures_stay_what_they_are(run: Run) -> None:
    with pytest.raises(ServerBusy):
        read(run, TextDelta(" upon"), failure=ServerBusy("busy"))


def test_an_answer_that_had_begun_never_becomes_thinking(run: Run) -> None:
    told = read(run, TextDelta(" upon"), TextBecameThinking(), DONE)
    assert told == [TextDelta(" upon"), DONE]
