"""Tests for what each kind of server is sent."""

from __future__ import annotations

import pytest

from hfchat_gui.backends.dialects import dialect
from hfchat_gui.backends.sampling_fields import sampling_fields
from hfchat_gui.conversation.request import SamplingOptions

ALL = SamplingOptions(max_tokens=9, temperature=0.5, top_p=0.9, seed=3, stop=("a", "b"))
KINDS = ["", "hf-router", "tgi", "llama.cpp", "ollama", "vllm", "lmstudio", "transformers-serve"]


@pytest.mark.parametrize("server", [*KINDS, "never heard of"])
def test_what_is_not_set_is_not_sent(server: str) -> None:
    assert sampling_fields(dialect(server), SamplingOptions()).values == {}


@pytest.mark.parametrize("server", KINDS)
def test_chat_servers_take_all_options(server: str) -> None:
    fields = sampling_fields(dialect(server), ALL)
    assert fields.values == {
        "max_tokens": 9,
        "temperature": 0.5,
        "top_p": 0.9,
        "seed": 3,
        "stop": ["a", "b"],
    }
    assert fields.notes == ()


@pytest.mark.parametrize("top_p", [1.0, 1.5, 0.0, -1.0])
def test_a_top_p_that_limits_nothing_is_not_sent(top_p: float) -> None:
    assert sampling_fields(dialect("tgi"), SamplingOptions(top_p=top_p)).values == {}


def test_values_below_zero_are_not_sent() -> None:
    options = SamplingOptions(temperature=-0.5, seed=-1)
    assert sampling_fields(dialect("tgi"), options).values == {"temperature": 0.0}


def test_stop_strings_beyond_the_limit_are_told() -> None:
    options = SamplingOptions(stop=("1", "2", "3", "4", "5"))
    fields = sampling_fields(dialect("tgi"), options)
    assert fields.values == {"stop": ["1", "2", "3", "4"]}
    assert "first 4 stop strings" in fields.notes[0]
    assert sampling_fields(dialect("vllm"), options).notes == ()


def test_the_pipeline_has_names_of_its_own() -> None:
    fields = sampling_fields(dialect("toolkit"), ALL)
    assert fields.values == {
        "max_new_tokens": 9,
        "temperature": 0.5,
        "top_p": 0.9,
        "do_sample": True,
    }
    assert fields.notes == ("This server has no setting for seed; it was left out.",)


def test_the_pipeline_always_gets_a_length() -> None:
    assert sampling_fields(dialect("toolkit"), SamplingOptions()).values == {"max_new_tokens": 512}


def test_temperature_zero_is_greedy_for_the_pipeline() -> None:
    fields = sampling_fields(dialect("toolkit"), SamplingOptions(temperature=0.0, top_p=0.5))
    assert fields.values == {"max_new_tokens": 512, "do_sample": False}
    zero = sampling_fields(dialect("vllm"), SamplingOptions(temperature=0.0))
    assert zero.values == {"temperature": 0.0}


@pytest.mark.parametrize(
    ("server", "sent"),
    [("", True), ("hf-router", True), ("tgi", True), ("transformers-serve", False)],
)
def test_usage_is_asked_where_it_is_understood(server: str, sent: bool) -> None:
    assert ("stream_options" in dialect(server).always) is sent
