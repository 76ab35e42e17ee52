"""Tests for what can be the id of a model at Hugging Face, and for a reference as plain data."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.model_ref import (
    ModelInfo,
    ModelRef,
    Offer,
    Source,
    context_for,
    is_model_id,
)


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


OFFERED = ModelInfo(
    ModelRef(Source.ROUTER, "org/model"),
    offers=(Offer("small", 65_536), Offer("large", 1_000_000), Offer("silent")),
)


@pytest.mark.parametrize(
    ("suffix", "tokens"),
    [
        ("", 65_536),
        ("fastest", 65_536),
        ("cheapest", 65_536),
        ("preferred", 65_536),
        ("small", 65_536),
        ("large", 1_000_000),
        ("silent", None),
        ("elsewhere", None),
    ],
)
def test_a_policy_counts_on_the_smallest_window_and_a_provider_on_its_own(
    suffix: str, tokens: int | None
) -> None:
    assert context_for(OFFERED, suffix) == tokens


def test_a_model_without_offers_has_the_window_of_its_place() -> None:
    assert context_for(ModelInfo(ModelRef(Source.LOCAL, "tiny"), 8192)) == 8192
    assert context_for(ModelInfo(ModelRef(Source.ADDRESS, "m", "http://a"))) is None


def test_a_password_in_a_stored_address_is_not_taken_along() -> None:
    kept = {"source": "address", "name": "m", "address": "http://me:PLANTED@h:1"}
    assert ModelRef.from_data(kept) == ModelRef(Source.ADDRESS, "m", "http://h:1")


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("", ""),
        ("http://[", "["),
        ("http://[::1/v1", "[::1"),
        ("http://a:b:c/", "a:b:c"),
        ("http://u:p@h:1/v1", "h:1"),
        ("localhost:8080/v1?x#y", "localhost:8080"),
        ("http://a\u202eb\x1b[31m:99999999/", "ab[31m:99999999"),
        ("http://\ud800", ""),
        ("http:///v1", ""),
    ],
)
def test_any_address_can_be_shown_and_compared(address: str, host: str) -> None:
    ref = ModelRef(Source.ADDRESS, "", address)
    assert (ref.host, ref.place, ref.label) == (host, host, host or "model")
    read = ModelRef.from_data(ref.as_data())
    assert read is not None
    assert read.host == host
