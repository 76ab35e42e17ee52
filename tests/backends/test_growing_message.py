"""Tests for messages that grow from chunk to chunk."""

from __future__ import annotations

from typing import Any

import pytest

from hfchat_gui.backends.growing_message import GrowingMessage

CUT = "\ufffd"


def joined(*texts: str | None) -> str:
    message = GrowingMessage()
    told = "".join(message.new_in({"content": text})["content"] or "" for text in texts)
    return told + message.rest().get("content", "")


@pytest.mark.parametrize(
    ("texts", "whole"),
    [
        (["Hello", "Hello wo", "Hello world"], "Hello world"),
        (["", "Hi", "Hi", None, "Hi."], "Hi."),
        (["a", "ab", "abc", "abcd efgh", "abcd efghi"], "abcd efghi"),
        (["Hello", " wo", "rld"], "Hello world"),
        (["Hello", "", "Hello wo"], "Hello wo"),
        (["Hi", " a", "Hi", " a"], "Hi aHi a"),
        # A letter that is cut, and blanks.
        ([f"Hello {CUT}", "Hello 😀", "Hello 😀 and", "Hello 😀 and bye"], "Hello 😀 and bye"),
        ([f"a{CUT}", f"ab{CUT}{CUT}", "ab日"], "ab日"),
        ([f"a long one {CUT}", f"a long one 😀{CUT}"], f"a long one 😀{CUT}"),
        ([CUT, "日", "日本"], "日本"),
        ([f"a{CUT}", "b"], f"a{CUT}b"),
        ([f"a long one {CUT}", f"a long one {CUT}", "b"], f"a long one {CUT}b"),
        (["Well, so ", "Well, so", "Well, so be it"], "Well, so be it"),
        (["\n Well", "Well, so be", "Well, so be it"], "\n Well, so be it"),
        (["\n", "Well, so", " be it"], "\nWell, so be it"),
        (["a\ud83d", "a\ud83d\ude00", "a\ud83d\ude00 and more"], "a\ud83d\ude00 and more"),
        # Pieces that are alike.
        (["1", "1", "1", " = eleven"], "111 = eleven"),
        (["1", "1", " = eleven"], "11 = eleven"),
        (["ha", "ha", "ha"], "hahaha"),
        (["1", "10", "5"], "1105"),
        (["a long one"] * 4, "a long one"),
        (["Yes", "Yes"], "Yes"),
    ],
)
def test_only_what_is_new_counts(texts: list[str | None], whole: str) -> None:
    assert joined(*texts) == whole


def test_each_text_grows_for_itself_and_calls_are_taken_once() -> None:
    message = GrowingMessage()
    calls: list[Any] = [{"id": "a"}]
    first = {"role": "assistant", "content": "", "reasoning_content": "Hm, so", "tool_calls": None}
    assert message.new_in(first) == first
    then = {**first, "content": "Yes", "reasoning_content": "Hm, so it", "tool_calls": calls}
    assert message.new_in(then) == {**then, "reasoning_content": " it"}
    assert message.new_in(then) == {**first, "content": "", "reasoning_content": ""}
    assert message.rest() == {}
    assert message.new_in({"tool_calls": {"id": "b"}}) == {"tool_calls": {"id": "b"}}


def test_the_arguments_of_calls_grow_too() -> None:
    message = GrowingMessage()

    def new(*arguments: str) -> list[tuple[int, str]]:
        calls = [
            {"id": f"c{at}", "function": {"name": "f", "arguments": said}}
            for at, said in enumerate(arguments)
        ]
        told = message.new_in({"tool_calls": calls})["tool_calls"] or []
        return [(call["index"], call["function"]["arguments"]) for call in told]

    assert new('{"where": ') == [(0, '{"where": ')]
    assert new('{"where": 1') == [(0, "1")]
    assert new('{"where": 1}', "{}") == [(0, "}"), (1, "{}")]
    assert new('{"where": 1}', "{}") == []
    assert new('{"where": 1}', '{"a": 1}') == [(1, '{"a": 1}')]
    named = {"id": "c0", "function": {"name": "g", "arguments": '{"where": 1}'}}
    assert message.new_in({"tool_calls": [named, {"id": "d"}]})["tool_calls"] == [
        {"index": 0, "id": "c0", "function": {"name": "g", "arguments": ""}},
        {"id": "d"},
    ]
