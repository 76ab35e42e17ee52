"""Tests for finding text and reasoning in a delta."""

from __future__ import annotations

from typing import Any

import pytest

from hfchat_gui.backends.delta_parts import Reasoning, content_of


@pytest.mark.parametrize(
    ("delta", "reasoning"),
    [
        ({}, ""),
        ({"reasoning_content": None, "reasoning": "r"}, "r"),
        ({"reasoning_content": "r", "reasoning": "r"}, "r"),
        ({"thinking": "r"}, "r"),
        ({"reasoning_text": "r"}, "r"),
        ({"reasoning": {"effort": "low"}}, ""),
        ({"reasoning_content": [{"type": "text", "text": "r"}, 1]}, "r"),
        ({"reasoning": "r", "reasoning_details": [{"text": "r"}]}, "r"),
        ({"reasoning_details": [{"text": "r"}, {"summary": "s"}, "x", {}]}, "rsx"),
        ({"reasoning": {"text": "r"}}, "r"),
        ({"reasoning_content": {"content": "r"}}, "r"),
        ({"thinking": {"text": {"value": "r"}}}, "r"),
        ({"thinking": True}, ""),
    ],
)
def test_reasoning_is_found_once(delta: dict[str, Any], reasoning: str) -> None:
    assert Reasoning().of(delta) == reasoning


@pytest.mark.parametrize(
    ("content", "text", "thinking"),
    [
        ("a", "a", ""),
        (None, "", ""),
        (7, "7", ""),
        (1.5, "1.5", ""),
        (0, "0", ""),
        (True, "true", ""),
        (float("inf"), "", ""),
        ({"type": "text", "text": "a"}, "a", ""),
        (["a", {"type": "text", "text": "b"}, {"type": "image_url"}, 5], "ab5", ""),
        ([[{"type": "text", "text": "a"}], ["b", ["c"]]], "abc", ""),
        ([{"type": "text", "text": {"value": "a"}}, {"type": "text", "text": 4}], "a4", ""),
        ([{"type": "output_text", "text": "a"}, {"content": "b"}], "ab", ""),
        ([{"type": "tool_result", "content": "a"}], "", ""),
        ([{"type": "refusal", "refusal": "No."}], "No.", ""),
        ([{"type": "reasoning_text", "text": "t"}, {"type": "text", "text": "a"}], "a", "t"),
        ([{"type": "text", "text": "t", "thought": True}], "", "t"),
        ([{"text": "t", "thought": True}, {"text": "a", "thought": False}], "a", "t"),
        ([{"thinking": "t"}, {"text": "a"}], "a", "t"),
        ([{"type": "thinking", "thinking": [{"type": "text", "text": "t"}]}], "", "t"),
        ([{"type": "reasoning", "text": "t"}, {"type": "text", "text": "a"}], "a", "t"),
        ([{"type": "thinking", "thinking": "t"}], "", "t"),
        ([{"type": "reasoning", "summary": [{"type": "summary_text", "text": "t"}]}], "", "t"),
        ([{"type": "reasoning", "content": [{"text": "t"}], "summary": []}], "", "t"),
    ],
)
def test_content_is_text_or_parts(content: object, text: str, thinking: str) -> None:
    assert content_of({"content": content}) == (text, thinking)


@pytest.mark.parametrize("content", ["None", "null", False])
def test_a_word_for_nothing_is_no_text_beside_a_call(content: object) -> None:
    assert content_of({"content": content, "tool_calls": [{}]}) == ("", "")
    assert content_of({"content": content, "function_call": {"name": "f"}}) == ("", "")
    assert content_of({"content": content, "tool_calls": []})[0] == str(content).replace("F", "f")


def test_lists_without_end_in_lists_are_no_fault() -> None:
    content: list[object] = ["a"]
    for _ in range(50_000):
        content = [content]
    assert content_of({"content": content}) == ("", "")
    assert Reasoning().of({"reasoning": content}) == ""


@pytest.mark.parametrize("content", [None, ""])
def test_a_refusal_is_text(content: str | None) -> None:
    assert content_of({"content": content, "refusal": "I cannot"}) == ("I cannot", "")


def test_details_that_follow_the_same_reasoning_do_not_count() -> None:
    reasoning = Reasoning()
    deltas: list[dict[str, Any]] = [
        {"reasoning_details": [{"text": "a"}]},
        {"reasoning": "b", "reasoning_details": [{"text": "b"}]},
        {"reasoning_details": [{"type": "reasoning.text", "text": "ab"}]},
    ]
    assert [reasoning.of(delta) for delta in deltas] == ["a", "b", ""]
