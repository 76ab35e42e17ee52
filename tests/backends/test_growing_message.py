"""Tests for messages that grow from chunk to chunk."""

from __future__ import annotations

from typing import Any

import pytest

from hfchat_gui.backends.growing_message import GrowingMessage


def joined(*texts: str | None) -> str:
    message = GrowingMessage()
    return "".join(message.new_in({"content": text})["content"] or "" for text in texts)


@pytest.mark.parametrize(
    ("texts", "whole"),
    [
        (["Hello", "Hello wo", "Hello world"], "Hello world"),
        (["", "Hi", "Hi", None, "Hi."], "Hi."),
        (["Hello", " wo", "rld"], "Hello world"),
        (["Hello", "", "Hello wo"], "Hello wo"),
        (["Hi", " a", "Hi", " a"], "Hi aHi a"),
    ],
)
def test_only_what_is_new_counts(texts: list[str | None], whole: str) -> None:
    assert joined(*texts) == whole


def test_each_text_grows_for_itself_and_calls_are_taken_once() -> None:
    message = GrowingMessage()
    calls: list[Any] = [{"id": "a"}]
    first = {"role": "assistant", "content": "", "reasoning_content": "Hm", "tool_calls": None}
    assert message.new_in(first) == first
    then = {**first, "content": "Yes", "reasoning_content": "Hm.", "tool_calls": calls}
    assert message.new_in(then) == {**then, "reasoning_content": "."}
    assert message.new_in(then) == {**first, "reasoning_content": ""}
