"""Answers with the peculiarities of servers as they were recorded, through the real client.

Each case is made up; what is peculiar in it was seen on the wire of the service it is named after.
"""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from tests.backends.asked_over_socket import Shown, shown
from tests.helpers.answers import HangUp
from tests.helpers.http_server import Answer
from tests.helpers.running import Run

DONE = b"data: [DONE]\n\n"


def chunk(delta: Any, reason: str | None = None, space: str = " ", **more: Any) -> bytes:
    """A chunk as most servers write it; `more` stands at the top."""
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return f"data:{space}{json.dumps({'choices': [choice], **more})}\n\n".encode()


def event(value: Any, name: str = "") -> bytes:
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(value)}\n\n".encode()


def usage(prompt: int, completion: int) -> dict[str, int]:
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
    }


def says(text: str) -> dict[str, str]:
    return {"role": "assistant", "content": text}


def call(**fields: Any) -> dict[str, Any]:
    return {"tool_calls": [{"index": 0, **fields}]}


STREAMS: dict[str, tuple[list[bytes], Shown]] = {
    "TGI without a space and without [DONE], role in each chunk": (
        [chunk(says("A"), space=""), chunk(says(" b"), "length", space="")],
        Shown("A b", end="length"),
    ),
    "TGI with an end mark as its last text": (
        [chunk(says(" It is 2."), space=""), chunk(says("</s>"), "eos_token", space="")],
        Shown(" It is 2.", end="eos_token"),
    ),
    "TGI behind the router, usage null in each chunk": (
        [chunk(says("A"), id="", usage=None), chunk(says("b"), "length", usage=None), DONE],
        Shown("Ab", end="length"),
    ),
    "TGI that finds the request wrong in a stream with 200": (
        [event({"error": "`inputs` must have less than 4096 tokens", "error_type": "validation"})],
        Shown(end="PromptTooLong"),
    ),
    "TGI with an error object and [DONE] behind it": (
        [
            chunk(says("A")),
            event({"error": {"message": "tool failed", "http_status_code": 422}}),
            DONE,
        ],
        Shown("A", end="RequestRefused"),
    ),
    "TGI with a tool call whose id is in each piece and whose end is stop": (
        [
            chunk(call(id="0", function={"name": "f", "arguments": "{"})),
            chunk(call(id="0", function={"name": None, "arguments": "}"})),
            chunk(says(""), "stop"),
            DONE,
        ],
        Shown(calls={0: ("0", "f", "{}")}, end="stop"),
    ),
    "Cerebras: reason, usage and times in the last event, no [DONE]": (
        [
            chunk({"role": "assistant"}),
            chunk({"content": "A"}),
            chunk({}, "length", usage=usage(4, 2), time_info={"total_time": 0.1}),
        ],
        Shown("A", usage=(4, 2, 6), end="length"),
    ),
    "Hyperbolic: running usage in each chunk": (
        [
            chunk(says("A"), usage=usage(4, 1)),
            chunk({"content": "b"}, usage=usage(4, 2)),
            chunk({}, "length", usage=usage(4, 3)),
            DONE,
        ],
        Shown("Ab", usage=(4, 3, 7), end="length"),
    ),
    "Fireworks and SambaNova: many tokens in an event, empty first and last deltas": (
        [chunk(says("")), chunk({"content": "**A**\n=="}), chunk({"content": ""}, "length"), DONE],
        Shown("**A**\n==", end="length"),
    ),
    "Together: a text and a token beside the delta": (
        [
            event(
                {
                    "choices": [
                        {
                            "index": 0,
                            "text": "A",
                            "token_id": 7,
                            "seed": None,
                            "delta": {**says("A"), "tool_calls": None},
                        }
                    ]
                }
            ),
            chunk({"content": ""}, "length", usage=usage(4, 1)),
            DONE,
        ],
        Shown("A", usage=(4, 1, 5), end="length"),
    ),
    "Together: R1 thinks between tags": (
        [chunk({"content": text}) for text in ["<thi", "nk>\nHm 🤔", "\n</think>\n", "\nYes"]]
        + [chunk({}, "stop"), DONE],
        Shown("Yes", "Hm 🤔\n", end="stop"),
    ),
    "Novita: no content in the first delta, usage in a chunk of its own": (
        [
            chunk({"role": "assistant"}),
            chunk({"content": "Rome"}),
            chunk({}, "stop"),
            event({"choices": [], "usage": usage(9, 2), "sla_metrics": {"ttft": 1}}),
            DONE,
        ],
        Shown("Rome", usage=(9, 2, 11), end="stop"),
    ),
    "Cohere: usage in the chunk with the reason": (
        [chunk(says("A")), chunk({}, "length", usage=usage(1, 1)), DONE],
        Shown("A", usage=(1, 1, 2), end="length"),
    ),
    "DeepSeek: content null while it thinks, then the other way round": (
        [
            chunk({"content": None, "reasoning_content": "Hm "}),
            chunk({"content": None, "reasoning_content": "so"}),
            chunk({"content": "Hi 😊", "reasoning_content": None}),
            chunk({}, "stop"),
            DONE,
        ],
        Shown("Hi 😊", "Hm so", end="stop"),
    ),
    "Z.ai: reasoning that begins with an empty line": (
        [
            chunk({"role": "assistant", "reasoning_content": "\n1. So"}),
            chunk(says("4"), "stop"),
            DONE,
        ],
        Shown("4", "\n1. So", end="stop"),
    ),
    "Groq: reasoning with a channel, a whole tool call, usage twice": (
        [
            chunk({"reasoning": "Call", "channel": "analysis"}),
            chunk(call(id="fc", function={"name": "f", "arguments": '{"a":1}'})),
            chunk({}, "tool_calls", usage=usage(3, 4), x_groq={"usage": usage(3, 4)}),
            DONE,
        ],
        Shown(
            thinking="Call", calls={0: ("fc", "f", '{"a":1}')}, usage=(3, 4, 7), end="tool_calls"
        ),
    ),
    "Groq: an event named error in mid-stream, and then nothing": (
        [
            chunk({"reasoning": "Call"}),
            event(
                {
                    "error": {
                        "message": "no such tool",
                        "type": "invalid_request_error",
                        "status_code": 400,
                    }
                },
                "error",
            ),
        ],
        Shown(thinking="Call", end="RequestRefused"),
    ),
    "OpenRouter: comments, two reasons, and an error beside choices": (
        [
            b": PROCESSING\n\n" * 3,
            chunk({"content": "", "reasoning": "We", "reasoning_details": [{"text": "We"}]}),
            chunk({"content": ""}, "length"),
            chunk({"content": ""}, "length"),
            event(
                {
                    "choices": [{"index": 0, "delta": {"content": ""}}],
                    "usage": usage(4, 1),
                    "error": {"code": 400, "message": "limit reached"},
                }
            ),
            DONE,
        ],
        Shown(thinking="We", usage=(4, 1, 5), end="RequestRefused"),
    ),
    "OpenRouter: the same reasoning under two names": (
        [
            chunk({"content": "", "reasoning": text, "reasoning_details": [{"text": text}]})
            for text in ("2+", "2")
        ]
        + [chunk({"content": "4"}), chunk({"content": ""}, "stop"), DONE],
        Shown("4", "2+2", end="stop"),
    ),
    "OpenAI: a tool call in pieces, usage without choices": (
        [
            chunk(call(id="c", type="function", function={"name": "f", "arguments": ""})),
            chunk(call(function={"arguments": '{"x"'})),
            chunk(call(function={"arguments": ":1}"})),
            chunk({}, "tool_calls"),
            event({"choices": [], "usage": usage(5, 6)}),
            DONE,
        ],
        Shown(calls={0: ("c", "f", '{"x":1}')}, usage=(5, 6, 11), end="tool_calls"),
    ),
    "Mistral: a list of parts while it thinks, then strings": (
        [
            chunk(
                {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm"}]}]}
            ),
            chunk({"content": "Look"}),
            chunk({"content": " left"}, "stop"),
            DONE,
        ],
        Shown("Look left", "Hm", end="stop"),
    ),
    "llama.cpp: content null in the first delta, time told at the end": (
        [
            chunk({"role": "assistant", "content": None}),
            chunk({"content": "Deep"}),
            chunk({}, "length"),
            event({"choices": [], "usage": usage(3, 1), "timings": {"n": 1}}),
            DONE,
        ],
        Shown("Deep", usage=(3, 1, 4), end="length"),
    ),
    "transformers serve: an error whose quotes are not escaped": (
        [chunk(says("A")), b'data: {"error": "the "model" ran out of memory"}\n\n'],
        Shown("A", end="ServerFailed"),
    ),
}

WHOLE: dict[str, tuple[Any, Shown]] = {
    "the router: a tool call with empty content": (
        {
            "choices": [
                {
                    "finish_reason": "tool_calls",
                    "index": 0,
                    "message": {
                        "content": "",
                        "reasoning": None,
                        "tool_calls": [
                            {
                                "id": "c",
                                "index": 0,
                                "function": {"name": "f", "arguments": '{"a": 1}'},
                            }
                        ],
                    },
                }
            ],
            "usage": usage(6, 3),
        },
        Shown(calls={0: ("c", "f", '{"a": 1}')}, usage=(6, 3, 9), end="tool_calls"),
    ),
    "the router: R1 cut off while it thinks": (
        {"choices": [{"finish_reason": "length", "message": says("<think>\nHm, so")}]},
        Shown(thinking="Hm, so", end="EmptyAnswer"),
    ),
    "Ollama: reasoning beside the content": (
        {"choices": [{"finish_reason": "stop", "message": {**says("{}"), "reasoning": "Hm.\n"}}]},
        Shown("{}", "Hm.\n", end="stop"),
    ),
    "old TGI: a tool call whose id is a number and whose arguments are an object": (
        {
            "object": "text_completion",
            "choices": [
                {
                    "finish_reason": "eos_token",
                    "message": {
                        "role": "assistant",
                        "tool_calls": [
                            {
                                "id": 0,
                                "function": {
                                    "description": None,
                                    "name": "f",
                                    "arguments": {"d": 3},
                                },
                            }
                        ],
                    },
                }
            ],
        },
        Shown(calls={0: ("0", "f", '{"d": 3}')}, end="eos_token"),
    ),
    "TGI: a plain answer": (
        {
            "choices": [{"finish_reason": "stop", "index": 0, "message": says("1, 2")}],
            "usage": usage(2, 5),
        },
        Shown("1, 2", usage=(2, 5, 7), end="stop"),
    ),
}


def told(reply: Shown) -> tuple[object, ...]:
    return reply.text, reply.thinking, reply.calls, reply.usage, reply.end


@pytest.mark.parametrize("name", STREAMS)
def test_streams_are_read_right_however_they_are_cut(name: str, run: Run) -> None:
    pieces, right = STREAMS[name]
    body = b"".join(pieces)
    small = [body[at : at + 5] for at in range(0, len(body), 5)]
    packed = gzip.compress(body)
    for answer in (
        Answer.stream(pieces),
        Answer.stream(small),
        Answer.stream([packed[:30], packed[30:]], headers={"Content-Encoding": "gzip"}),
    ):
        assert told(run(shown(answer))) == told(right)


@pytest.mark.parametrize("name", WHOLE)
def test_whole_answers_to_a_stream_request_are_read_right(name: str, run: Run) -> None:
    answer, right = WHOLE[name]
    assert told(run(shown(Answer.json(answer)))) == told(right)


def test_a_compressed_stream_that_is_cut_off_keeps_its_text(run: Run) -> None:
    packed = gzip.compress(chunk(says("The answer is")) + b": wait\n" * 99)
    answer = Answer.stream([packed[:-6]], headers={"Content-Encoding": "gzip"})
    reply = run(shown(answer))
    assert (reply.text, reply.end) == ("The answer is", "Interrupted")


@pytest.mark.parametrize("reset", [False, True])
def test_a_stream_that_hangs_up_keeps_its_text(reset: bool, run: Run) -> None:
    answer = Answer.stream([chunk(says("The answer is"))], complete=False)
    reply = run(shown(answer.then(HangUp(reset=reset))))
    assert (reply.text, reply.end) == ("The answer is", "Interrupted")


def test_a_tag_that_the_template_had_opened_is_told(run: Run) -> None:
    pieces = [chunk({"content": text}) for text in ["Hm", " so</thi", "nk>\n\nYes"]]
    reply = run(shown(Answer.stream([*pieces, chunk({}, "stop"), DONE])))
    assert (reply.text, reply.thinking, reply.became_thinking) == ("Yes", "Hm so", True)


def test_an_event_of_megabytes_is_read(run: Run) -> None:
    text = "zä" * 1_000_000
    reply = run(shown(Answer.stream([chunk({"content": text}), chunk({}, "stop")])))
    assert (reply.text == text, reply.end) == (True, "stop")


def test_text_that_is_labelled_as_something_else_is_still_utf_8(run: Run) -> None:
    body = b'data: {"choices":[{"delta":{"content":"caf\xc3\xa9"}}]}\n\n' + DONE
    answer = Answer.stream([body], kind="text/event-stream; charset=iso-8859-1")
    assert run(shown(answer)).text == "café"
