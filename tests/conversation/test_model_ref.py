"""Tests for what can be the id of a model at Hugging Face."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.model_ref import is_model_id


@pytest.mark.parametrize("text", ["Qwen/Qwen3-32B", "a/b:groq", "_x/y.z", "0/1"])
def test_owner_and_model_make_an_id(text: str) -> None:
    assert is_model_id(text)


@pytest.mark.parametrize(
    "text",
    ["", "gpt2", "a/b/c", "a/", "/b", "a/b:", "a b/c", "../x", "./v1", "a/-b", "ä/b", "a/b\n"],
)
def test_anything_else_makes_none(text: str) -> None:
    assert not is_model_id(text)
