"""An answer ends before a stop string however its text is cut, and nothing else is lost."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress

import pytest

from hfchat_gui.backends.stop_strings import StopStrings, is_thinker, stopped_at
from hfchat_gui.conversation.errors import EmptyAnswer, ServerFailed
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    ReplyHeld,
    Served,
    TextBecameThinking,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
    Usage,
    UsageReported,
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
        ("bEaba", ["E", "bEa"], "b"),
        ("So\nUser: x", ["\nUser:", "User"], "So\n"),
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


def played(
    run: Run, *events: ReplyEvent, stops: tuple[str, ...], reads_on: bool = True
) -> tuple[list[ReplyEvent], bool]:
    """What is told of a reply that breaks off behind these events, and whether it came so far."""
    broke = []

    async def play() -> AsyncGenerator[ReplyEvent, None]:
        for event in events:
            yield event
        if not isinstance(events[-1], ReplyFinished):
            broke.append(True)
            raise ServerFailed("Broke.")

    async def read() -> list[ReplyEvent]:
        told: list[ReplyEvent] = []
        with suppress(ServerFailed):
            async with aclosing(stopped_at(play(), stops, reads_on=reads_on)) as reply:
                async for event in reply:
                    told.append(event)  # noqa: PERF401 - what came before a failure counts
            return told
        return [*told, ReplyFinished("broke")]

    return [event for event in run(read()) if not isinstance(event, ReplyHeld)], bool(broke)


THOUGHT = ThinkingDelta("hm")


@pytest.mark.parametrize("settled", [THOUGHT, TextBecameThinking()])
def test_the_request_ends_with_the_answer(run: Run, settled: ReplyEvent) -> None:
    reply = (settled, TextDelta("a#"), TextDelta("#b"))
    told, is_read_on = played(run, *reply, TextDelta("c"), stops=("##",))
    assert told == [settled, TextDelta("a"), ReplyFinished("stop")]
    assert not is_read_on


def test_thinking_behind_the_stop_string_ends_the_request(run: Run) -> None:
    told, is_read_on = played(run, TextDelta("a##"), THOUGHT, TextDelta("b"), stops=("##",))
    assert told == [TextDelta("a"), ReplyFinished("stop")]
    assert not is_read_on


def test_a_reply_that_ends_at_its_stop_string_is_complete(run: Run) -> None:
    for reason in ("stop", "length"):
        told, _ = played(run, TextDelta("a##"), ReplyFinished(reason), stops=("##",))
        assert told == [TextDelta("a"), ReplyFinished("stop")]


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


def test_a_stop_string_in_what_turns_out_to_be_thinking_ends_nothing(run: Run) -> None:
    became = TextBecameThinking()
    reply = (TextDelta("a ##"), TextDelta(" b"), became, TextDelta("c ## d"), ReplyFinished())
    told, is_read_on = played(run, *reply, stops=("##",))
    thought = [TextDelta("a "), TextDelta("## b"), became]
    assert told == [*thought, TextDelta("c "), ReplyFinished("stop")]
    assert not is_read_on


def test_what_follows_is_read_for_a_while_only(run: Run) -> None:
    usage = UsageReported(Usage(1, 2, 3))
    told, is_read_on = played(run, TextDelta("a##"), TextDelta("b"), usage, stops=("##",))
    assert told == [TextDelta("a"), usage, ReplyFinished("stop")]
    assert is_read_on  # what breaks there does not concern the answer
    long = [TextDelta("b" * 1_000)] * 10
    told, is_read_on = played(run, TextDelta("a##"), *long, stops=("##",))
    assert told == [TextDelta("a"), ReplyFinished("stop")]
    assert not is_read_on


@pytest.mark.parametrize("name", ["", "org/m", "llama3.1:8b", "gpt-4o", "author1/m-r10"])
def test_where_no_model_thinks_the_request_ends_at_the_stop_string(run: Run, name: str) -> None:
    assert not is_thinker(name)
    text, served = TextDelta("a##b"), Served(name)
    told, is_read_on = played(run, served, text, TextDelta("c"), stops=("##",), reads_on=False)
    assert told == [served, TextDelta("a"), ReplyFinished("stop")]
    assert not is_read_on


@pytest.mark.parametrize(
    "name", ["org/DeepSeek-R1", "deepseek-r1:7b", "QwQ-32B", "Qwen3-4B-Thinking-2507", "GLM-Z1-9B"]
)
def test_where_the_model_is_named_as_one_that_thinks_it_is_read_on(run: Run, name: str) -> None:
    assert is_thinker(name)
    reply = (Served(name), TextDelta("a##b"), TextBecameThinking(), TextDelta("c"))
    told, _ = played(run, *reply, stops=("##",), reads_on=False)
    assert told[1:] == [*map(TextDelta, ("a", "##b")), *reply[2:], ReplyFinished("broke")]


def test_a_call_behind_the_stop_string_counts_only_where_that_was_thinking(run: Run) -> None:
    call, became = ToolCallDelta(0, "a", "f", "{}"), TextBecameThinking()
    told, _ = played(run, TextDelta("a##"), call, stops=("##",))
    assert told == [TextDelta("a"), ReplyFinished("stop")]
    with pytest.raises(EmptyAnswer):
        played(run, TextDelta("##"), call, ReplyFinished(), stops=("##",))
    told, _ = played(run, TextDelta("##"), call, became, TextDelta("##"), stops=("##",))
    assert told == [TextDelta("##"), call, became, ReplyFinished("stop")]


def test_what_is_held_back_is_told_as_such(run: Run) -> None:
    async def play() -> AsyncGenerator[ReplyEvent, None]:
        yield TextDelta("Hello EN")
        yield ReplyHeld((TextDelta("D`"),))
        yield ReplyHeld((TextDelta(" `"),))
        yield TextDelta("O")
        yield ReplyHeld((TextDelta("`"),))

    async def read() -> list[ReplyEvent]:
        return [one async for one in stopped_at(play(), ("END",), reads_on=False)]

    assert run(read()) == [
        TextDelta("Hello "),
        ReplyHeld((TextDelta("EN"),)),
        ReplyHeld(()),
        ReplyHeld((TextDelta("EN `"),)),
        TextDelta("ENO"),
        ReplyHeld((TextDelta("`"),)),
    ]


def test_thousands_of_stop_strings_cost_little() -> None:
    cut = StopStrings([f"{'x' * 395}{number}" for number in range(4_000)])
    began = time.process_time()
    passed = "".join(cut.feed("some words ") for _ in range(200))
    assert (passed + cut.finish(), cut.is_hit) == ("some words " * 200, False)
    assert time.process_time() - began < 2


@pytest.mark.parametrize("before", [(), (TextDelta(" \n"),), (THOUGHT,)])
def test_an_answer_that_is_nothing_but_its_end_is_told(
    run: Run, before: tuple[ReplyEvent, ...]
) -> None:
    with pytest.raises(EmptyAnswer, match="at which it is to stop"):
        played(run, *before, TextDelta("## b"), ReplyFinished(), stops=("##",))


def test_a_call_is_an_answer(run: Run) -> None:
    call = ToolCallDelta(0, "a", "f", "{}")
    told, _ = played(run, call, TextDelta("##"), ReplyFinished(), stops=("##",))
    assert told == [call, ReplyFinished("stop")]
