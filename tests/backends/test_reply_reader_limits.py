"""Tests for what a hostile answer may make us hold, show and count."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation import errors
from hfchat_gui.conversation.reply_events import (
    ReplyFinished,
    ReplyWaiting,
    Served,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
    UsageReported,
)
from tests.backends.reading import last, read, text_of, thinking_of
from tests.helpers.chat_stream import DONE, chat_chunk, event


@pytest.mark.parametrize("field", ["content", "reasoning", "tool_calls"])
def test_a_reply_without_end_is_ended_and_what_came_is_kept(field: str) -> None:
    text = "x" * 1024**2
    call = [{"index": 0, "id": "a", "function": {"name": "f", "arguments": text}}]
    piece = event({"choices": [{"delta": {field: call if field == "tool_calls" else text}}]})
    items = read(*[piece] * 20)
    end = last(items)
    assert isinstance(end, errors.Interrupted)
    assert "gpu.example sent more than 16 MB for one reply" in end.user_text
    arguments = sum(len(item.arguments) for item in items if isinstance(item, ToolCallDelta))
    assert len(text_of(items)) + len(thinking_of(items)) + arguments == 16 * 1024**2


@pytest.mark.parametrize("before", [b"", chat_chunk("Hi")])
def test_one_event_beyond_all_size_is_told_by_its_own_limit(before: bytes) -> None:
    headers = {"content-type": "text/event-stream"}
    items = read(before, b"data: " + b"x" * (9 * 1024**2), b"\n\n", headers=headers)
    end = last(items)
    assert isinstance(end, errors.Interrupted)
    assert "sent more than 8 MB in one piece" in end.user_text
    assert text_of(items) == ("Hi" if before else "")


def test_no_event_holds_more_than_can_be_shown_at_once() -> None:
    text = "ab" * 500_000
    both = {"choices": [{"delta": {"content": text, "reasoning": text}}]}
    items = read(event(both), DONE)
    assert text_of(items) == thinking_of(items) == text
    assert all(
        len(item.text) <= 256 * 1024
        for item in items
        if isinstance(item, TextDelta | ThinkingDelta)
    )


def test_numbers_beyond_all_sense_are_passed_over() -> None:
    huge = 10**400
    items = read(
        event({"prompt_progress": {"total": 1, "cache": 0, "processed": huge}}),
        event({"prompt_progress": {"total": huge, "cache": 0, "processed": 1}}),
        chat_chunk("x"),
        event({"usage": {"prompt_tokens": huge, "completion_tokens": -1, "total_tokens": 10**10}}),
        DONE,
    )
    assert not [item for item in items if isinstance(item, UsageReported)]
    fractions = [item.fraction for item in items if isinstance(item, ReplyWaiting)]
    assert fractions == [0.0, 1.0]
    for digits in (b"9" * 4300, b"9" * 5000):
        wire = b'data: {"choices":[],"usage":{"prompt_tokens":' + digits + b"}}\n\n"
        assert text_of(read(chat_chunk("x"), wire, DONE)) == "x"


def test_the_names_that_a_server_gives_are_short_and_on_one_line() -> None:
    name = "m\x1b[31m\n\u202e" + "n" * 1000
    [served, *_] = read(
        event({"model": name, "provider": name, "choices": [{"delta": {"content": "x"}}]}),
        event({"choices": [{"delta": {}, "finish_reason": name}]}),
        headers={"x-request-id": name},
    )
    assert isinstance(served, Served)
    for shown in (served.model, served.provider, served.request_id):
        assert shown.startswith("m[31m nnn")
        assert len(shown) <= 200
    end = last(read(chat_chunk("x"), event({"choices": [{"finish_reason": name}]})))
    assert isinstance(end, ReplyFinished)
    assert end.reason == served.model
