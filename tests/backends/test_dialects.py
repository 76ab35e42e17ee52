"""Tests for the table of servers' kinds."""

from __future__ import annotations

import pytest

from hfchat_gui.backends.dialects import dialect
from hfchat_gui.conversation.servers import SERVER_KINDS


@pytest.mark.parametrize(
    ("server", "sent"),
    [("", True), ("hf-router", True), ("tgi", True), ("transformers-serve", False)],
)
def test_usage_is_asked_where_it_is_understood(server: str, sent: bool) -> None:
    assert ("stream_options" in dialect(server).always) is sent
    assert ("stream_options" in dialect(server).may_refuse) is sent


def test_an_unknown_kind_speaks_the_common_one() -> None:
    assert dialect("never heard of") is dialect("")


@pytest.mark.parametrize("kind", [kind for kind in SERVER_KINDS if kind not in ("", "openai")])
def test_each_kind_that_can_be_set_has_a_dialect(kind: str) -> None:
    assert dialect(kind) is not dialect("")


def test_what_a_kind_needs_and_may_be_stands_in_its_row() -> None:
    kinds = ("", "hf-router", *SERVER_KINDS)
    assert {kind for kind in kinds if dialect(kind).may_be_a_pipeline} == {"", "openai", "tgi"}
    assert {kind for kind in kinds if dialect(kind).needs_a_model} == {
        "ollama",
        "lmstudio",
        "vllm",
        "transformers-serve",
    }


def test_no_kind_lets_a_sampling_option_pass_for_another_field() -> None:
    for kind in ("", "hf-router", "vllm", "ollama", "lmstudio", "tgi", "llama.cpp", "toolkit"):
        speech = dialect(kind)
        assert not {"model", "messages", "stream"} & set(speech.names.values())
        assert not set(speech.stand_ins) & set(speech.names)
