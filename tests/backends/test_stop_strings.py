"""An answer ends before a stop string however its text is cut, and nothing else is lost."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import suppress

import pytest

from hfchat_gui.backends.stop_strings import StopStrings, stopped_at
from hfchat_gui.conversation.errors import ServerFailed
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    TextBecameThinking,
    TextDelta,
)
from tests.helpers.running import Run


@pytest.mark.parametrize(
    ("text", "stops", "left"),
    [
        ("one END two", ["END"], "one "),
        ("one EN two", ["END"], "one EN two"),
        ("one EEND", ["END"], "one E"),
        ("aab", ["ab"], "a"),
        ("a###b", ["####", "##"], "a"),
        ("User: x", ["User:"], ""),
        ("abc", ["c", "bc"], "a"),
        ("1\n2\n\n3", ["\n\n"], "1\n2"),
        ("nothing", ["x" * 50], "nothing"),
    ],
)
def test_it_is_found_in_any_cut(text: str, stops: list[str], left: str) -> None:
    for size in range(1, len(text) + 1):
        cut, out = StopStrings(stops), ""
        for at in range(0, len(text), size):
            out += cut.feed(text[at : at + size])
            if cut.is_hit:
                break
        else:
            out += cut.finish()
        assert out == left, size


def played(run: Run, *events: ReplyEvent, stops: tuple[str, ...]) -> tuple[list[ReplyEvent], bool]:
    closed = []

    async def play() -> AsyncGenerator[ReplyEvent, None]:
        try:
            for event in events:
                yield event
            raise ServerFailed("Broke.")
        finally:
            closed.append(True)

    async def read() -> list[ReplyEvent]:
        told: list[ReplyEvent] = []
        with suppress(ServerFailed):
            async for event in stopped_at(play(), stops):
                told.append(event)  # noqa: PERF401 - what came before a failure counts
            return told
        return [*told, ReplyFinished("broke")]

    return run(read()), bool(closed)


def test_the_request_ends_with_the_answer(run: Run) -> None:
    told, is_closed = played(run, TextDelta("a#"), TextDelta("#b"), stops=("##",))
    assert told == [TextDelta("a"), ReplyFinished("stop")]
    assert is_closed


def test_what_was_held_back_comes_before_the_end(run: Run) -> None:
    told, _ = played(run, TextDelta("a#"), ReplyFinished("length"), stops=("##",))
    assert told[:3] == [TextDelta("a"), TextDelta("#"), ReplyFinished("length")]
    told, _ = played(run, TextDelta("a#"), TextBecameThinking(), TextDelta("#b"), stops=("##",))
    assert TextDelta("#") in told
    assert ReplyFinished("stop") not in told
    told, _ = played(run, TextDelta("#"), stops=("##",))
    assert told == [TextDelta("#"), ReplyFinished("broke")]
    told, _ = played(run, TextDelta("a"), stops=("##",))
    assert told == [TextDelta("a"), ReplyFinished("broke")]
