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


def test_where_no_choice_has_number_0_the_first_that_came_is_read() -> None:
    other = OtherChoice()
    assert other.of(numbered(), has_begun=False) == []
    assert other.of(numbered(2, 1), has_begun=False) == []
    assert other.of(numbered(), has_begun=False) == []
    assert other.of(numbered(1, [2]), has_begun=False) == []
    assert other.of(numbered(1, 2), has_begun=False) == [{"index": 2}] * 2
    assert other.of(numbered(1), has_begun=True) == []
    assert other.of(numbered(1, 2), has_begun=True) == [{"index": 2}]
    assert other.rest() == []


def test_the_only_choice_of_a_reply_is_read_at_its_end() -> None:
    other = OtherChoice()
    other.of(numbered(1), has_begun=False)
    assert other.rest() == [{"index": 1}]
    assert any_choice(numbered(1, 0)) == {"index": 0}
    assert any_choice(numbered(2, 1)) == {"index": 2}
    assert any_choice(numbered()) is any_choice(None) is None


def test_where_a_reply_has_begun_no_other_choice_is_read() -> None:
    other = OtherChoice()
    assert other.of(numbered(1), has_begun=True) == []
    assert other.of(None, has_begun=False) == []
    assert other.rest() == []


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
