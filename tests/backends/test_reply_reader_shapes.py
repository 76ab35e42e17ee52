"""Tests for answers in shapes that few servers send, read as the person would read them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hfchat_gui.backends import sse
from hfchat_gui.backends.reply_reader import ReplyReader
from hfchat_gui.conversation import errors
from hfchat_gui.conversation.reply_events import ReplyFinished, TextDelta, ToolCallDelta
from tests.backends.reading import ASKED, last, read, text_of, thinking_of
from tests.helpers.chat_stream import DONE, chat_chunk, event

STOP = chat_chunk(finish_reason="stop")
CUT = errors.Unreachable("The connection broke.")


def choice(**fields: Any) -> bytes:
    return event({"choices": [{"index": 0, **fields}]})


@pytest.mark.parametrize(
    "noise",
    [
        b"data:\n\n",
        b"data: \n\n",
        b"event: ping\ndata: 2026-11-30T10:00:00\n\n",
        b"event: heartbeat\ndata\n\n",
        b"data: ping\n\n",
        b"data: keep-alive \n\n",
        choice(delta={}, message={"content": "the whole answer again"}),
        choice(delta=None, message={"content": "the whole answer again"}, text="and again"),
    ],
)
def test_what_adds_nothing_is_passed_over(noise: bytes) -> None:
    items = read(chat_chunk("a"), noise, chat_chunk("b"), noise, STOP, noise, DONE)
    assert text_of(items) == "ab"
    assert last(items) == ReplyFinished("stop")


@pytest.mark.parametrize(
    "pieces",
    [
        [choice(message={"content": "a"}), choice(message={"content": "b"}), STOP],
        [choice(text="a"), choice(text="b"), choice(text="", finish_reason="stop")],
        [choice(index="0", delta={"content": "ab"}), STOP],
        [choice(delta="a"), choice(delta=[{"content": "b"}]), STOP],
        [choice(delta={}, message={"content": "ab"}, finish_reason="stop"), DONE],
        [choice(delta={"role": "assistant", "content": ""}, message={"content": "ab"}), STOP],
        [choice(delta={"role": "assistant"}), choice(message={"content": "ab"}), STOP],
        [choice(message={"content": text}) for text in ("a", "ab", "ab")] + [STOP],
        [event([{"choices": [{"delta": {"content": "a"}}]}]), chat_chunk("b"), STOP],
        [event({"choices": {"index": 0, "delta": {"content": "ab"}}}), STOP],
        [choice(index=1, delta={"content": text}) for text in "ab"]
        + [choice(index=1, delta={}, finish_reason="stop")],
        [choice(index=1, message={"content": "ab"}, finish_reason="stop"), DONE],
        [choice(index=at, delta={"content": text}) for at, text in enumerate(["a", "", "b"])]
        + [STOP],
        [choice(delta={"role": "assistant"})]
        + [choice(index=1, delta={"content": text}) for text in "ab"]
        + [STOP],
        [choice(delta={"content": "a"}), choice(delta={"content": [["b"]]}), b"data: [done]\n\n"],
    ],
)
def test_text_under_other_names_is_text(pieces: list[bytes]) -> None:
    items = read(*pieces)
    assert text_of(items) == "ab"
    assert last(items) == ReplyFinished("stop")


@pytest.mark.parametrize("ending", [b"data: [DONE]\n\n", b"data: [DONE]\n", b"data: [DONE]", b""])
def test_events_without_empty_lines_between_are_read_line_by_line(ending: bytes) -> None:
    chunks = [chat_chunk("a").rstrip(), chat_chunk("b").rstrip(), STOP.rstrip(), ending]
    items = read(b"\n".join(chunks))
    assert text_of(items) == "ab"
    assert last(items) == ReplyFinished("stop")


def test_one_broken_line_among_them_is_said() -> None:
    lines = [chat_chunk("a").rstrip(), b"data: {broken", chat_chunk("b")]
    items = read(b"\n".join(lines))
    assert text_of(items) == "a"
    assert "cannot be read" in str(last(items))


def test_a_failure_in_a_choice_keeps_its_text() -> None:
    items = read(
        chat_chunk("a"), choice(delta={"content": "b"}, error={"message": "upstream", "code": 500})
    )
    assert text_of(items) == "ab"
    assert "upstream" in str(last(items))


def test_error_as_the_reason_to_stop_is_no_end_in_order() -> None:
    items = read(chat_chunk("a"), choice(delta={"content": "b"}, finish_reason="error"), DONE)
    assert text_of(items) == "ab"
    assert isinstance(last(items), errors.ServerFailed)


def test_an_answer_that_a_filter_held_back_is_named() -> None:
    failure = last(read(choice(delta={}, finish_reason="content_filter"), DONE))
    assert isinstance(failure, errors.EmptyAnswer)
    assert "filter" in failure.user_text


def test_an_event_named_error_that_says_nothing_is_a_failure_all_the_same() -> None:
    items = read(chat_chunk("a"), b"event: error\ndata:\n\n")
    assert text_of(items) == "a"
    assert isinstance(last(items), errors.ServerFailed)


def test_the_end_may_stand_in_quotes() -> None:
    assert last(read(chat_chunk("a"), b'data: "[DONE]"\n\n')) == ReplyFinished("stop")
    assert isinstance(last(read(chat_chunk("a"), b'data: [DONE]"\n\n')), errors.ServerFailed)


@pytest.mark.parametrize("body", [b"", b"\n", b": ping\n\n: ping\n\n", b"\xef\xbb\xbf: ping"])
def test_a_stream_without_an_event_was_cut(body: bytes) -> None:
    failure = last(read(body, headers={"content-type": "text/event-stream"}))
    assert isinstance(failure, errors.Interrupted)
    assert "before a word" in failure.user_text


def test_an_endless_event_in_a_chat_keeps_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "_LONGEST_LINE", 10_000)
    items = read(chat_chunk("a"), b"data: " + b"x" * 20_000)
    assert text_of(items) == "a"
    assert isinstance(last(items), errors.Interrupted)


PAGE = b'<html><script>\ndata: {"a": 1}\n\nerror: no\n\n</script>Sign in</html>'


@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf", b" \r\n"])
def test_a_page_is_a_page_whatever_its_lines_look_like(before: bytes) -> None:
    body = before + PAGE
    for items in (read(body), read(*(body[at : at + 1] for at in range(len(body))))):
        assert len(items) == 1
        assert isinstance(last(items), errors.NotAChatServer)


def test_a_page_that_breaks_off_is_a_broken_connection() -> None:
    reader = ReplyReader({}, ASKED)
    assert reader.feed(PAGE) == []
    assert reader.break_off(CUT) == [CUT]


@pytest.mark.parametrize(
    ("unended", "end"),
    [
        (STOP.rstrip(), ReplyFinished("stop")),
        (b"data: [DONE]", ReplyFinished("stop")),
        (chat_chunk("b").rstrip()[:-3], CUT),
        (b"data: [DO", CUT),
    ],
)
def test_what_came_whole_before_a_break_counts(unended: bytes, end: object) -> None:
    reader = ReplyReader({}, ASKED)
    items = reader.feed(chat_chunk("a") + unended)
    items += reader.break_off(CUT)
    assert text_of(items) == "a"
    assert items[-1] == end


def test_text_in_the_last_line_before_a_break_is_kept() -> None:
    reader = ReplyReader({}, ASKED)
    items = reader.feed(chat_chunk("a") + chat_chunk("b").rstrip()) + reader.break_off(CUT)
    assert [item for item in items if isinstance(item, TextDelta)] == [
        TextDelta("a"),
        TextDelta("b"),
    ]
    assert items[-1] == CUT


def test_an_error_in_the_last_line_before_a_break_is_the_cause() -> None:
    reader = ReplyReader({}, ASKED)
    reader.feed(chat_chunk("a"))
    items = reader.feed(b'data: {"error": "out of memory"}') + reader.break_off(CUT)
    assert "out of memory" in str(items[-1])


def test_a_whole_answer_with_reasoning_and_calls_is_read() -> None:
    message = {
        "content": [{"type": "thinking", "thinking": "why"}, {"type": "text", "text": "so"}],
        "tool_calls": [{"id": 7, "function": {"name": "f", "arguments": {"a": 1}}}],
    }
    items = read(json.dumps({"choices": [{"message": message, "finish_reason": "stop"}]}).encode())
    assert (thinking_of(items), text_of(items)) == ("why", "so")
    assert '"a": 1' in str(items)


def test_half_a_pair_at_the_end_of_arguments_is_replaced() -> None:
    call = {"index": 0, "id": "a", "function": {"name": "f", "arguments": "x\ud83d"}}
    items = read(choice(delta={"tool_calls": [call]}), STOP)
    calls = [item for item in items if isinstance(item, ToolCallDelta)]
    assert "".join(call.arguments for call in calls) == "x\ufffd"


@pytest.mark.parametrize(
    "body",
    [
        {"detail": "Not found"},
        {"message": "no", "code": 500},
        {"choices": [{"message": {"content": "part"}, "error": {"message": "no"}}]},
    ],
)
def test_a_failure_as_a_whole_answer_is_one(body: object) -> None:
    assert isinstance(last(read(json.dumps(body).encode())), errors.ServerFailed)


OVERLOADED = {"error": {"message": "Model is overloaded", "code": 503}}
LINES = json.dumps(OVERLOADED).encode()


@pytest.mark.parametrize(
    "wire",
    [
        LINES,
        LINES + b"\n",
        LINES + b"\n\n",
        json.dumps(OVERLOADED, indent=2).encode(),
        b"event: error\n" + LINES + b"\n\n",
        b"event: ERROR\ndata: " + LINES + b"\n\n",
        b"event: message.error\ndata: " + LINES + b"\n\n",
        b"event: message.error\ndata: Model is overloaded\n\n",
    ],
)
@pytest.mark.parametrize("broken", [False, True])
def test_a_failure_in_mid_stream_has_its_words_however_it_is_framed(
    wire: bytes, broken: bool
) -> None:
    reader = ReplyReader({"content-type": "text/event-stream"}, ASKED)
    items = [*reader.feed(chat_chunk("Hi")), *reader.feed(wire)]
    items += reader.break_off(errors.TimedOut("silent")) if broken else reader.finish()
    assert text_of(items) == "Hi"
    end = last(items)
    assert isinstance(end, errors.ChatError)
    assert "Model is overloaded" in end.user_text


@pytest.mark.parametrize("stray", [b"{", b'{"a": 1}', b'{"choices": []}\n', b"{\n" * 90_000])
def test_json_between_the_events_that_is_no_failure_is_passed_over(stray: bytes) -> None:
    items = read(chat_chunk("Hi"), stray)
    assert isinstance(last(items), errors.Interrupted)
    assert "in the middle" in getattr(last(items), "user_text", "")
    assert last(read(chat_chunk("Hi"), stray + b"\n", DONE)) == ReplyFinished("stop")


def test_what_waits_is_kept_where_the_reply_breaks_off() -> None:
    for wait in (choice(index=1, delta={"content": "ab"}), choice(message={"content": "ab"})):
        reader = ReplyReader({}, ASKED)
        items = reader.feed(wait) + reader.feed(choice(message={"content": "abc"}))
        items += reader.break_off(CUT)
        assert text_of(items) in ("ab", "abc")
        assert last(items) is CUT
