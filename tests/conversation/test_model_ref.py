"""Tests for what can be the id of a model at Hugging Face, and for a reference as plain data."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.model_ref import ModelRef, Source, is_model_id


@pytest.mark.parametrize("text", ["Qwen/Qwen3-32B", "a/b:groq", "_x/y.z", "0/1"])
def test_owner_and_model_make_an_id(text: str) -> None:
    assert is_model_id(text)


@pytest.mark.parametrize(
    "text",
    ["", "gpt2", "a/b/c", "a/", "/b", "a/b:", "a b/c", "../x", "./v1", "a/-b", "ä/b", "a/b\n"],
)
def test_anything_else_makes_none(text: str) -> None:
    assert not is_model_id(text)


def test_a_reference_comes_back_from_plain_data() -> None:
    for ref in (ModelRef(Source.LOCAL, "tiny"), ModelRef(Source.ADDRESS, "", "http://a")):
        assert ModelRef.from_data(ref.as_data()) == ref
    assert ModelRef.from_data({"source": "router"}) == ModelRef(Source.ROUTER)


@pytest.mark.parametrize(
    "data",
    [None, [], "local", {}, {"source": "moon"}, {"source": {}}, {"source": "local", "name": 5}],
)
def test_other_data_makes_no_reference(data: object) -> None:
    assert ModelRef.from_data(data) is None
