"""Every odd way in which servers frame and fill a stream ends as the right turn on the disk.

Each stream is played as it was written, in pieces of three bytes, and compressed.
"""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from tests.endtoend.wire_chat import Reply, as_kept, replies
from tests.helpers.answers import HangUp
from tests.helpers.chat_stream import DONE, chat_chunk, event
from tests.helpers.http_server import Answer
from tests.helpers.running import Run

END = chat_chunk(finish_reason="stop")


def tight(payload: bytes) -> bytes:
    """The event without the space that may stand behind the colon."""
    return payload.replace(b"data: ", b"data:")


def ended(payload: bytes, end: bytes) -> bytes:
    """The event with other ends of lines."""
    return payload.replace(b"\n", end)


def over_lines(payload: bytes, end: bytes) -> bytes:
    """The event with its JSON over many lines."""
    value = json.loads(payload.removeprefix(b"data: "))
    lines = json.dumps(value, indent=1).encode().split(b"\n")
    return end.join(b"data: " + line for line in lines) + end * 2


def call(index: int, **fields: Any) -> bytes:
    """A piece of a tool call."""
    return chat_chunk(delta={"tool_calls": [{"index": index, "type": "function", **fields}]})


def escaped(text: str) -> bytes:
    """A chunk whose text is written in escapes, halves of pairs included."""
    return b'data: {"choices":[{"index":0,"delta":{"content":"%b"}}]}\n\n' % text.encode()


STREAMS: dict[str, tuple[list[bytes], Reply]] = {
    "no space behind any colon, not even before the end mark": (
        [*map(tight, [chat_chunk("Guten "), chat_chunk("Tag"), DONE])],
        Reply("Guten Tag", reason="stop"),
    ),
    "ids on events, and pings between them": (
        [
            b"id: 41\n" + chat_chunk("Long "),
            b": ping\n\n: ping\n\n",
            b"id: 42\nretry: 10\n" + chat_chunk("enough"),
            b": ping - 2026\n\nevent: ping\n\n",
            END,
            DONE,
        ],
        Reply("Long enough", reason="stop"),
    ),
    "an event over many lines that end in CR LF": (
        [over_lines(chat_chunk("sewn"), b"\r\n"), ended(END, b"\r\n"), ended(DONE, b"\r\n")],
        Reply("sewn", reason="stop"),
    ),
    "a border of two reads between CR and LF": (
        [
            b'data: {"choices":[{"index":0,\r',
            b'\ndata: "delta":{"content":"sewn"}}]}\r',
            b"\n\r",
            b"\n" + ended(END, b"\r\n"),
        ],
        Reply("sewn", reason="stop"),
    ),
    "lines that end in CR alone": (
        [ended(chat_chunk("one ") + chat_chunk("two") + END + DONE, b"\r")],
        Reply("one two", reason="stop"),
    ),
    "a byte order mark at the start, cut in two, and one within the text": (
        [b"\xef\xbb", b"\xbf" + chat_chunk("First"), chat_chunk("\ufefflast"), END, DONE],
        Reply("First\ufefflast", reason="stop"),
    ),
    "a blank behind the end mark": (
        [chat_chunk("fine"), b"data: [DONE] \n\n"],
        Reply("fine", reason="stop"),
    ),
    "an end of the file in place of the last empty line": (
        [chat_chunk("fine"), b"data: [DONE]"],
        Reply("fine", reason="stop"),
    ),
    "a clean end without a reason and without the end mark": (
        [chat_chunk("The sum is"), chat_chunk(" twenty-")],
        Reply("The sum is twenty-", state="interrupted", error="interrupted"),
    ),
    "an error under a field of its own": (
        [
            chat_chunk("half"),
            b'error: {"code":400,"message":"the prompt exceeds the context size"}\n\n',
            DONE,
        ],
        Reply("half", state="failed", error="too_long"),
    ),
    "an error as error_type and error_message": (
        [
            event(
                {
                    "error_type": "context_length_exceeded",
                    "error_message": "the context limit is 8192 tokens",
                }
            ),
            DONE,
        ],
        Reply(state="failed", error="too_long"),
    ),
    "an empty reason in every chunk": (
        [chat_chunk(text, finish_reason="") for text in ("No, ", "it is ", "not.")] + [END, DONE],
        Reply("No, it is not.", reason="stop"),
    ),
    "deltas of white space alone": (
        [chat_chunk(text) for text in ("1. a", "\n", "2. b", "\n\n", "    ", "y = 1", "\n")]
        + [END, DONE],
        Reply("1. a\n2. b\n\n    y = 1\n", reason="stop"),
    ),
    "tags of thinking within code, cut anywhere": (
        [
            chat_chunk(text)
            for text in ("So:\n```html\n<thi", "nk>plan</th", "ink>\n``", "`\nand `</thin", "k>`.")
        ]
        + [END, DONE],
        Reply("So:\n```html\n<think>plan</think>\n```\nand `</think>`.", reason="stop"),
    ),
    "a tool call whose later pieces say null": (
        [
            call(0, id="c9", function={"name": "find", "arguments": ""}),
            call(0, id=None, function={"name": None, "arguments": '{"q":'}),
            call(0, id=None, function={"name": None, "arguments": '"x"}'}),
            chat_chunk(finish_reason="tool_calls"),
            DONE,
        ],
        Reply(calls=(("c9", "find", '{"q":"x"}'),), reason="tool_calls"),
    ),
    "two tool calls at one index": (
        [
            call(0, id="p", function={"name": "left", "arguments": '{"a":1}'}),
            call(0, id="q", function={"name": "right", "arguments": '{"b":2}'}),
            END,
            DONE,
        ],
        Reply(calls=(("p", "left", '{"a":1}'), ("q", "right", '{"b":2}')), reason="stop"),
    ),
    "not a word, and a prompt of many tokens": (
        [
            chat_chunk(delta={"role": "assistant"}),
            END,
            event({"choices": [], "usage": {"prompt_tokens": 50_000, "completion_tokens": 0}}),
            DONE,
        ],
        Reply(state="failed", error="empty"),
    ),
    "an end mark and nothing else": ([DONE], Reply(state="failed", error="empty")),
    "keys that nobody knows": (
        [
            event({"choices": [], "prompt_filter_results": [{"x": {}}], "obfuscation": "a9"}),
            chat_chunk("ok", delta={"refusal": None, "audio": {"x": [1]}}, nvext={"y": 1}),
            END,
            DONE,
        ],
        Reply("ok", reason="stop"),
    ),
    "halves of a pair in two deltas": (
        [escaped("hey \\ud83d"), escaped("\\ude80, \\ud83e"), escaped("\\udd16"), END, DONE],
        Reply("hey 🚀, 🤖", reason="stop"),
    ),
    "half a pair that stays alone": (
        [escaped("hey \\ud83d"), escaped(" there"), END, DONE],
        Reply("hey \ufffd there", reason="stop"),
    ),
}


@pytest.mark.parametrize("name", STREAMS)
def test_the_turn_on_the_disk_is_right_however_the_stream_is_cut(name: str, run: Run) -> None:
    pieces, right = STREAMS[name]
    body = b"".join(pieces)
    packed = gzip.compress(body)
    found = replies(
        run,
        Answer.stream(pieces),
        Answer.stream([body[at : at + 3] for at in range(0, len(body), 3)]),
        Answer.stream([packed[:20], packed[20:]], headers={"Content-Encoding": "gzip"}),
    )
    assert [as_kept(reply) for reply in found] == [right] * 3


def test_an_event_in_cr_lf_is_read_alike_at_every_border(run: Run) -> None:
    body = over_lines(chat_chunk("é🚀"), b"\r\n") + ended(END, b"\r\n")
    step = max(1, len(body) // 20)
    found = replies(
        run, *(Answer.stream([body[:at], body[at:]]) for at in range(1, len(body), step))
    )
    assert {as_kept(reply) for reply in found} == {Reply("é🚀", reason="stop")}


@pytest.mark.parametrize("with_length", [True, False])
def test_a_cut_reply_offers_to_go_on_and_keeps_its_mark(run: Run, with_length: bool) -> None:
    body = chat_chunk("Once upon a")
    if with_length:
        answer = Answer.of(body, kind="text/event-stream")
    else:
        answer = Answer.raw(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n", body, HangUp()
        )
    (reply,) = replies(run, answer)
    assert as_kept(reply) == Reply("Once upon a", state="interrupted", error="interrupted")
    assert reply.ended_early
    assert reply.error is not None
    assert "in the middle. Ask for the rest, or ask again." in reply.error.message


def test_what_an_error_in_a_stream_says_in_numbers_is_told(run: Run) -> None:
    said = {"error_type": "context_length_exceeded", "error_message": "limit is 8192 tokens"}
    (reply,) = replies(run, Answer.stream([event(said), DONE]))
    assert reply.error is not None
    assert "8192" in reply.error.message
