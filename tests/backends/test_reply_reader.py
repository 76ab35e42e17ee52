"""Tests for turning the bytes of an answer into reply events."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.backends import reply_reader, sse
from hfchat_gui.backends.reply_reader import ReplyReader
from hfchat_gui.conversation import errors
from hfchat_gui.conversation.errors import TimedOut
from hfchat_gui.conversation.reply_events import (
    ReplyFinished,
    ReplyWaiting,
    Served,
    TextBecameThinking,
    TextDelta,
    ToolCallDelta,
    Usage,
    UsageReported,
    WaitReason,
)
from tests.backends.reading import ASKED, last, read, text_of, thinking_of
from tests.helpers.chat_stream import DONE, chat_chunk, chat_events, event, usage_chunk


def delta(**fields: Any) -> bytes:
    return event({"choices": [{"index": 0, "delta": fields, "finish_reason": None}]})


STOP = event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})


def test_a_whole_reply_is_read() -> None:
    items = read(b"".join(chat_events("Hel", "lo", usage=(9, 2))))
    assert items == [
        UsageReported(Usage(9, 2, 11)),
        Served("test-model"),
        TextDelta("Hello"),
        ReplyFinished("stop"),
    ]


def test_the_text_of_one_frame_is_one_delta() -> None:
    reader = ReplyReader({}, ASKED)
    assert reader.feed(chat_chunk("a") + chat_chunk("b")) == [Served("test-model"), TextDelta("ab")]
    assert reader.feed(chat_chunk("c")) == [TextDelta("c")]
    assert reader.feed(DONE) == [ReplyFinished("stop")]
    assert reader.feed(chat_chunk("after the end")) == []
    assert reader.finish() == []


@pytest.mark.parametrize(
    ("ending", "reason"),
    [
        ([STOP, DONE], "stop"),
        ([STOP], "stop"),
        ([DONE], "stop"),
        ([b"data:[DONE]"], "stop"),
        ([b"data: [DONE] \n\n"], "stop"),
        ([chat_chunk(finish_reason="length")], "length"),
        ([chat_chunk(finish_reason="length"), chat_chunk(finish_reason="length"), DONE], "length"),
        ([chat_chunk(finish_reason="")] * 2 + [chat_chunk(finish_reason="stop")], "stop"),
        ([STOP.rstrip()], "stop"),
    ],
)
def test_every_way_to_end_is_understood(ending: list[bytes], reason: str) -> None:
    items = read(delta(content="hi"), *ending)
    assert text_of(items) == "hi"
    assert last(items) == ReplyFinished(reason)


@pytest.mark.parametrize("cut", [b"", b'data: {"choices": [{"del', chat_chunk(finish_reason="")])
def test_an_end_with_neither_reason_nor_mark_is_a_cut(cut: bytes) -> None:
    items = read(delta(content="The answer is "), cut)
    assert text_of(items) == "The answer is "
    assert isinstance(last(items), errors.Interrupted)


@pytest.mark.parametrize(
    ("chunks", "kind"),
    [
        (
            [event({"error": {"message": "m", "http_status_code": 422}}), DONE],
            errors.RequestRefused,
        ),
        ([event({"error": "it broke", "error_type": "generation"})], errors.ServerFailed),
        ([b'event: error\ndata: {"message": "odd"}\n\n'], errors.ServerFailed),
        ([b'event: error\ndata: "odd"\n\n'], errors.ServerFailed),
        (
            [STOP, event({"error": {"message": "late", "code": 500}, "choices": []})],
            errors.ServerFailed,
        ),
        (
            [b'error: {"code":400,"message":"prompt is larger than the context size"}\n\n'],
            errors.PromptTooLong,
        ),
        (
            [event({"error_type": "context_length_exceeded", "error_message": "limit"}), DONE],
            errors.PromptTooLong,
        ),
        ([event({"object": "error", "message": "m", "code": 400})], errors.RequestRefused),
        ([b'data: {"error": "a "quoted" word"}\n\n'], errors.ServerFailed),
        ([b"data: {not json}\n\n"], errors.ServerFailed),
    ],
)
def test_an_error_ends_the_reply_and_text_is_kept(chunks: list[bytes], kind: type) -> None:
    items = read(delta(content="part"), *chunks)
    assert text_of(items) == "part"
    assert type(last(items)) is kind


def test_an_error_without_escaping_still_shows_its_words() -> None:
    failure = last(read(b'data: {"error": "a "quoted" word"}\n\n'))
    assert 'a "quoted" word' in str(failure)


def test_a_chunk_with_an_error_gives_its_text_and_usage_first() -> None:
    chunk = {
        "choices": [{"index": 0, "delta": {"content": "x"}}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 2},
        "error": {"message": "Token limit reached"},
    }
    items = read(event(chunk))
    assert text_of(items) == "x"
    assert items[0] == UsageReported(Usage(1, 2, 3))
    assert isinstance(last(items), errors.ServerFailed)


@pytest.mark.parametrize(
    ("chunks", "words"),
    [
        ([delta(role="assistant"), STOP, DONE], "returned no text"),
        ([delta(content="\n"), STOP, DONE], "returned no text"),
        ([delta(reasoning="hm"), chat_chunk(finish_reason="length")], "only thought"),
        ([delta(content="<think>hm"), chat_chunk(finish_reason="length")], "only thought"),
        ([b""], "returned no text"),
    ],
)
def test_a_reply_without_a_word_is_empty(chunks: list[bytes], words: str) -> None:
    failure = last(read(*chunks))
    assert isinstance(failure, errors.EmptyAnswer)
    assert words in failure.user_text


def test_a_tool_call_alone_is_an_answer() -> None:
    call = {"index": 0, "id": "t", "function": {"name": "f", "arguments": "{}"}}
    items = read(delta(tool_calls=[call]), STOP)
    assert items[0] == ToolCallDelta(0, "t", "f", "{}")
    assert last(items) == ReplyFinished("stop")


@pytest.mark.parametrize(
    "chunks",
    [
        [delta(reasoning_content="why", content=None), delta(content="because")],
        [delta(reasoning="why"), delta(content="because")],
        [delta(content="<th"), delta(content="ink>why</thi"), delta(content="nk>\n\nbecause")],
        [delta(content=[{"type": "thinking", "thinking": "why"}]), delta(content="because")],
    ],
)
def test_reasoning_is_kept_apart(chunks: list[bytes]) -> None:
    items = read(*chunks, STOP)
    assert (thinking_of(items), text_of(items)) == ("why", "because")


def test_a_tag_that_the_template_had_opened_turns_text_into_thinking() -> None:
    items = read(delta(content="notes</thi"), delta(content="nk>answer"), STOP)
    assert TextBecameThinking() in items
    assert text_of(items) == "answer"


def test_half_pairs_in_two_chunks_are_joined() -> None:
    items = read(
        b'data: {"choices":[{"delta":{"content":"hi \\ud83d"}}]}\n\n',
        b'data: {"choices":[{"delta":{"content":"\\ude00!"}}]}\n\n',
        STOP,
    )
    assert text_of(items) == "hi 😀!"


def test_a_leaked_end_mark_is_dropped() -> None:
    items = read(delta(content=" It is 2."), delta(content="</s>"), STOP)
    assert text_of(items) == " It is 2."


@pytest.mark.parametrize(
    "noise",
    [
        b": keep-alive\n\n",
        event({"choices": []}),
        event({"choices": None}),
        event({"choices": ["x"]}),
        event({"choices": [{"index": 1, "delta": {"content": "another choice"}}]}),
        event({"choices": [{"index": 0, "delta": None}]}),
        event({"choices": [{"index": 0}], "x_new": {"a": 1}, "service_tier": None}),
        event({"type": "ping"}),
        event(None),
        event("text"),
        event({"error": None, "error_message": ""}),
        usage_chunk(1, 1).replace(b"}}", b'}, "x_groq": 1}'),
    ],
)
def test_what_says_nothing_changes_nothing(noise: bytes) -> None:
    items = read(noise, delta(content="a"), noise, delta(content="b"), noise, STOP, noise, DONE)
    assert text_of(items) == "ab"
    assert last(items) == ReplyFinished("stop")


def test_the_last_usage_counts() -> None:
    items = read(
        event({"choices": [], "usage": {"prompt_tokens": 1}}),
        event({"choices": [], "usage": None}),
        event({"choices": [], "x_groq": {"usage": {"prompt_tokens": 4, "completion_tokens": 5}}}),
        delta(content="a"),
        STOP,
    )
    assert [item for item in items if isinstance(item, UsageReported)] == [
        UsageReported(Usage(1, 0, 1)),
        UsageReported(Usage(4, 5, 9)),
    ]


def test_usage_comes_before_the_text_of_its_frame_and_once() -> None:
    reader = ReplyReader({}, ASKED)
    told = reader.feed(delta(content="a") + usage_chunk(1, 2))
    assert told[0] == UsageReported(Usage(1, 2, 3))
    assert reader.feed(delta(content="b") + usage_chunk(1, 2)) == [TextDelta("b")]
    assert reader.feed(DONE) == [ReplyFinished("stop")]


def test_who_served_it_is_told_once() -> None:
    chunk = event({"model": "m1", "provider": "Groq", "choices": []})
    headers = {"x-inference-provider": "novita", "x-request-id": "Root=1"}
    assert read(chunk, chunk)[0] == Served("m1", "Groq", "")
    items = read(event({"choices": []}), chunk, headers=headers)
    assert [item for item in items if isinstance(item, Served)] == [Served("", "novita", "Root=1")]


def test_who_failed_has_served_nothing() -> None:
    headers = {"x-inference-provider": "novita", "x-request-id": "Root=1"}
    items = read(event({"error": {"message": "overloaded"}, "model": "m"}), headers=headers)
    assert items == [last(items)]


@pytest.mark.parametrize(
    ("progress", "fraction"),
    [
        ({"total": 100, "cache": 20, "processed": 60, "time_ms": 5}, 0.5),
        ({"total": 100, "cache": 100, "processed": 100}, 1.0),
        ({"total": 10, "processed": 99}, 1.0),
        ({"total": "x"}, 1.0),
    ],
)
def test_reading_the_prompt_is_shown(progress: dict[str, object], fraction: float) -> None:
    items = read(event({"choices": [], "prompt_progress": progress}), delta(content="a"), STOP)
    assert items[0] == ReplyWaiting(WaitReason.READING_PROMPT, fraction)


# --- no stream at all ----------------------------------------------------------------------------


def test_a_json_answer_to_a_stream_request_is_an_answer() -> None:
    whole = {
        "model": "m1",
        "choices": [{"message": {"role": "assistant", "content": "hi"}, "finish_reason": "length"}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3},
    }
    items = read(json.dumps(whole, indent=1).encode())
    assert items == [
        UsageReported(Usage(1, 2, 3)),
        Served("m1"),
        TextDelta("hi"),
        ReplyFinished("length"),
    ]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b'{"error": {"message": "no", "code": 503}}', errors.ServerBusy),
        (b'[{"error": "m is loading", "estimated_time": 20.0}]', errors.ServerBusy),
        (b'{"ok": true}', errors.NotAChatServer),
        (b"[]", errors.NotAChatServer),
        (b'{"response": "a"}\n{"response": "b"}\n', errors.NotAChatServer),
        (b"<!DOCTYPE html><html><title>Sign in</title>", errors.NotAChatServer),
        (b"Ollama is running", errors.NotAChatServer),
        (b" \n", errors.EmptyAnswer),
    ],
)
def test_other_bodies_are_told_apart(body: bytes, kind: type) -> None:
    items = read(*(body[at : at + 5] for at in range(0, len(body), 5)))
    assert len(items) == 1
    assert type(last(items)) is kind


def test_an_endless_page_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reply_reader, "_LONGEST_WHOLE", 10)
    items = read(*[b"<html>word " for _ in range(9)])
    assert isinstance(last(items), errors.NotAChatServer)


def test_a_line_without_end_is_no_chat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "_LONGEST_LINE", 10)
    assert isinstance(last(read(b"x" * 20)), errors.NotAChatServer)


# --- the connection breaks -----------------------------------------------------------------------


def test_a_break_in_the_middle_keeps_what_was_held_back() -> None:
    reader = ReplyReader({}, ASKED)
    reader.feed(delta(content="a <"))
    failure = TimedOut("silent")
    assert reader.break_off(failure) == [TextDelta("<"), failure]
    assert reader.break_off(failure) == []


def test_a_break_after_the_reason_to_finish_is_no_failure() -> None:
    reader = ReplyReader({}, ASKED)
    reader.feed(delta(content="a") + STOP)
    assert reader.break_off(TimedOut("silent")) == [ReplyFinished("stop")]


@given(
    st.lists(st.text(st.characters(codec="utf-8"), max_size=8), min_size=1, max_size=6),
    st.lists(st.integers(0, 3000), max_size=15),
    st.booleans(),
)
def test_the_borders_of_reads_do_not_matter(
    texts: list[str], cuts: list[int], escaped: bool
) -> None:
    chunks = [{"choices": [{"index": 0, "delta": {"content": text}}]} for text in ["x", *texts]]
    dumped = (json.dumps(chunk, ensure_ascii=escaped).encode() for chunk in chunks)
    wire = b"".join(b"data: " + one + b"\r\n\r\n" for one in dumped) + DONE
    places = sorted({min(cut, len(wire)) for cut in cuts} | {0, len(wire)})
    items = read(*(wire[a:b] for a, b in pairwise(places)))
    whole = read(wire)
    assert text_of(items) == text_of(whole)
    assert thinking_of(items) == thinking_of(whole)
    assert repr(items[-1]) == repr(whole[-1])
