"""Tests for what is found in the JSON of a chunk."""

from __future__ import annotations

from typing import Any

import pytest

from hfchat_gui.backends.chunk_parts import (
    OtherChoice,
    any_choice,
    error_in,
    first_choice,
    progress_in,
    reason_in,
    usage_in,
)
from hfchat_gui.backends.server_words import words_of
from hfchat_gui.conversation.reply_events import ReplyWaiting, Usage, WaitReason


@pytest.mark.parametrize("index", [0, "0", None])
def test_the_first_choice_is_the_one_that_was_asked_for(index: object) -> None:
    choice = {"index": index}
    assert first_choice({"choices": ["x", {"index": 1}, choice]}) is choice


@pytest.mark.parametrize(
    "choices", [{"index": 0, "delta": {}}, {"0": {"delta": {}}}, {"x": 1, "first": {"text": ""}}]
)
def test_choices_may_be_no_list(choices: dict[str, Any]) -> None:
    assert first_choice({"choices": choices}) in (choices, *choices.values())


def numbered(*indexes: object) -> dict[str, Any]:
    return {"choices": [{"index": index} for index in indexes]}


def read_in(
    *chunks: dict[str, Any] | None, beside: tuple[int, ...] = (), is_over: bool = False
) -> list[list[int]]:
    """Where the choices come from that are read with each chunk, and at the end.

    `beside`: how much of number 0 had come before each.
    """
    other, sizes, told = OtherChoice(), beside or (0,) * len(chunks), list[list[int]]()
    size = 0
    for at, (chunk, size) in enumerate(zip(chunks, sizes, strict=True)):
        for choice in (chunk or {}).get("choices", []):
            choice["at"] = at
        now = other.of(chunk, has_begun=bool(beside), size=size, is_over=is_over)
        told.append([choice["at"] for choice in now])
    return [*told, [choice["at"] for choice in other.rest(size)]]


def test_where_no_choice_has_number_0_the_first_that_came_is_read() -> None:
    chunks = numbered(), numbered(2, 1), numbered(), numbered(1), numbered(1, 2), numbered(1)
    assert read_in(*chunks, numbered(1, 2), None) == [[], [], [], [], [1, 4], [], [6], [], []]
    both = [numbered(number) for number in (1, 2, 1, 2, 1)]
    assert read_in(*both) == [[], [], [0, 2], [], [4], []]
    assert read_in(*[numbered("x")] * 2) == [[], [1, 1], []]


def test_the_only_choice_of_a_reply_is_read_at_its_end() -> None:
    assert read_in(numbered(1)) == [[], [0]]
    assert any_choice(numbered(1, 0)) == {"index": 0}
    assert any_choice(numbered(2, 1)) == {"index": 2}
    assert any_choice(numbered()) is any_choice(None) is None


def test_where_a_reply_has_begun_no_other_choice_is_read() -> None:
    assert read_in(numbered(1), beside=(3,)) == [[], []]
    assert read_in(*map(numbered, (1, 2)), beside=(3, 4)) == [[], [], []]
    assert read_in(*map(numbered, (1, 2, 3)), beside=(3, 4, 4)) == [[], [], [], []]
    assert read_in(*[numbered(1) for _ in range(9)], beside=(3,) * 9) == [[]] * 10
    assert read_in(numbered(1), is_over=True, beside=(0,)) == [[], []]


def test_beside_a_beginning_without_text_the_choice_that_goes_on_is_read() -> None:
    chunks = [numbered(1) for _ in range(9)]
    assert read_in(*chunks, beside=(0,) * 9) == [*[[]] * 7, [*range(8)], [8], []]
    assert read_in(*chunks[:3], beside=(0,) * 3) == [[], [], [], [0, 1, 2]]


def test_where_each_chunk_has_the_next_number_all_are_read() -> None:
    chunks = [numbered(number) for number in range(1, 11)]
    for beside in ((), (3,) * 10):
        assert read_in(*chunks, beside=beside) == [*[[]] * 7, [*range(8)], [8], [9], []]
        assert read_in(*chunks[:2], beside=beside[:2]) == [[], [], [0, 1]]


@pytest.mark.parametrize("choices", [None, [], {}, "x", [{"index": 1}], [{"index": []}], [5]])
def test_there_may_be_no_choice(choices: object) -> None:
    assert first_choice({"choices": choices}) is None


@pytest.mark.parametrize(
    ("reason", "read"),
    [("stop", "stop"), ("", ""), (None, ""), ("null", ""), ("None", ""), (1, ""), ("a\x1bb", "ab")],
)
def test_only_words_are_reasons(reason: object, read: str) -> None:
    assert reason_in({"finish_reason": reason}) == read


def test_no_reason_says_the_key() -> None:
    assert reason_in({"finish_reason": "no s3cret-key"}, ["s3cret-key"]) == "no …"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"error": "e"}, "e"),
        ({"error": {"message": "e"}, "choices": []}, "e"),
        ({"error": ["a", "b"]}, "a; b"),
        ({"object": "error", "message": "e"}, "e"),
        ({"error_type": "t", "error_message": "e"}, "e"),
        ({"message": "e", "code": 503}, "e"),
        ({"message": "e", "code": "rate_limited"}, "e"),
        ({"message": "e", "type": "server_error"}, "e"),
        ({"detail": "e"}, "e"),
        ({"detail": [{"loc": ["body", "x"], "msg": "e"}]}, "body.x: e"),
        ({"title": "t", "detail": "e", "status": 400}, "e"),
        ({"choices": [{"index": 0, "error": {"message": "e"}}]}, "e"),
        ({"choices": [{"index": 0, "finish_reason": "error"}]}, ""),
        ({"error": {"message": None}}, ""),
        ({"error": {"message": "e"}, "choices": [{"index": 0}]}, "e"),
        ({"error": {"message": "", "code": 429}, "choices": [{"index": 0}]}, ""),
        ({"error": None, "error_message": "e", "choices": [{"index": 0}]}, "e"),
        ({"object": "error", "message": "e", "choices": [{"index": 0}]}, "e"),
    ],
)
def test_failures_of_all_shapes_are_known(value: Any, text: str) -> None:
    error = error_in(value, first_choice(value))
    assert error is not None
    assert words_of(error).text == text


@pytest.mark.parametrize(
    "value",
    [
        None,
        "error",
        [],
        {},
        {"error": None},
        {"error": False, "error_message": ""},
        {"message": "Welcome", "status": "ok"},
        {"message": "Welcome", "code": "200"},
        {"type": "ping"},
        {"type": "message_start", "message": {"id": "m"}},
        {"choices": [], "message": "m", "code": 500},
        {"choices": [{"index": 0, "error": None, "finish_reason": "stop"}]},
        {"choices": [{"index": 0}], "error": {"message": None, "code": None, "details": []}},
        {"choices": [{"index": 0}], "error": {"message": "", "code": 0}},
        {"choices": [{"index": 0}], "error": "null", "error_message": "None"},
        {"choices": [{"index": 0, "error": {"message": None}}]},
    ],
)
def test_other_values_are_no_failures(value: Any) -> None:
    assert error_in(value, first_choice(value)) is None


USAGE = {"prompt_tokens": 1, "completion_tokens": 2}


@pytest.mark.parametrize(
    "chunk",
    [
        {"usage": USAGE},
        {"usage": None, "x_groq": {"usage": USAGE}},
        {"usage": {}, "choices": [{"index": 0, "usage": USAGE}]},
        {"usage": {"prompt_tokens": 1.0, "completion_tokens": 2.0, "total_tokens": None}},
    ],
)
def test_usage_is_found_where_servers_put_it(chunk: dict[str, Any]) -> None:
    assert usage_in(chunk, first_choice(chunk)) == Usage(1, 2, 3)


@pytest.mark.parametrize("usage", [None, {}, 7, {"prompt_tokens": "1"}, {"prompt_tokens": 0.5}])
def test_usage_without_counts_is_none(usage: object) -> None:
    assert usage_in({"usage": usage, "x_groq": 1}, None) is None


def test_progress_is_a_fraction_of_what_was_not_known_yet() -> None:
    progress = {"prompt_progress": {"total": 10, "cache": 5, "processed": 6}}
    assert progress_in(progress) == ReplyWaiting(WaitReason.READING_PROMPT, 0.2)
    assert progress_in({"prompt_progress": 1}) is None
