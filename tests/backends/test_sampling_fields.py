"""Tests for what each kind of server is sent, and what is said of the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hfchat_gui.backends.dialects import dialect
from hfchat_gui.backends.sampling_fields import sampling_fields
from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.conversation.sampling_ranges import RANGES

BASIC = SamplingOptions(
    max_tokens=9, temperature=0.5, top_p=0.9, seed=3, stop=("a", "b"), frequency_penalty=0.5
)
BASIC_SENT = {
    "max_tokens": 9,
    "temperature": 0.5,
    "top_p": 0.9,
    "seed": 3,
    "stop": ["a", "b"],
    "frequency_penalty": 0.5,
}
ALL = replace(
    BASIC,
    top_k=40,
    min_p=0.05,
    presence_penalty=0.25,
    repetition_penalty=1.1,
    reasoning_effort="low",
    response_format='{"type": "json_object"}',
)
OPENAI = {
    **BASIC_SENT,
    "presence_penalty": 0.25,
    "reasoning_effort": "low",
    "response_format": {"type": "json_object"},
}
MORE = {"top_k": 40, "min_p": 0.05}
KINDS = ["", "hf-router", "tgi", "llama.cpp", "ollama", "vllm", "lmstudio", "transformers-serve"]


def fields(server: str, options: SamplingOptions) -> dict[str, Any]:
    return dict(sampling_fields(dialect(server), options).values)


def notes(server: str, options: SamplingOptions) -> tuple[str, ...]:
    return sampling_fields(dialect(server), options).notes


@pytest.mark.parametrize("server", [*KINDS, "never heard of"])
def test_what_is_not_set_is_not_sent(server: str) -> None:
    assert sampling_fields(dialect(server), SamplingOptions()).values == {}
    assert notes(server, SamplingOptions()) == ()


@pytest.mark.parametrize("server", KINDS)
def test_chat_servers_take_the_basic_options(server: str) -> None:
    assert fields(server, BASIC) == BASIC_SENT
    assert notes(server, BASIC) == ()


@pytest.mark.parametrize(
    ("server", "sent", "left_out"),
    [
        ("", {**OPENAI, **MORE, "repetition_penalty": 1.1}, ""),
        ("vllm", {**OPENAI, **MORE, "repetition_penalty": 1.1}, ""),
        ("llama.cpp", {**OPENAI, **MORE, "repeat_penalty": 1.1}, ""),
        ("lmstudio", {**OPENAI, "top_k": 40, "repeat_penalty": 1.1}, "min_p"),
        ("ollama", OPENAI, "top_k min_p repetition_penalty"),
        ("hf-router", OPENAI, "top_k min_p repetition_penalty"),
        (
            "tgi",
            {**BASIC_SENT, "response_format": {"type": "json_object"}},
            "top_k min_p repetition_penalty presence_penalty reasoning_effort",
        ),
        (
            "transformers-serve",
            BASIC_SENT,
            "top_k min_p repetition_penalty presence_penalty reasoning_effort response_format",
        ),
    ],
)
def test_each_kind_gets_what_it_knows_under_its_own_names(
    server: str, sent: dict[str, object], left_out: str
) -> None:
    assert fields(server, ALL) == sent
    told = [f"This server has no setting for {name}; it was left out." for name in left_out.split()]
    assert list(notes(server, ALL)) == told


@pytest.mark.parametrize("server", [*KINDS, "toolkit"])
def test_what_limits_nothing_is_neither_sent_nor_told(server: str) -> None:
    off = SamplingOptions(
        top_p=1.0,
        top_k=0,
        min_p=0.0,
        seed=-1,
        frequency_penalty=0.0,
        presence_penalty=0.0,
        repetition_penalty=1.0,
        stop=("",),
    )
    assert set(fields(server, off)) <= {"max_new_tokens"}
    assert notes(server, off) == ()


@pytest.mark.parametrize(
    ("options", "sent"),
    [
        (SamplingOptions(temperature=-0.5), {"temperature": 0.0}),
        (SamplingOptions(min_p=1.5), {"min_p": 1}),
        (SamplingOptions(frequency_penalty=3.0), {"frequency_penalty": 2}),
        (SamplingOptions(presence_penalty=-3.0), {"presence_penalty": -2}),
        (SamplingOptions(max_tokens=0), {}),
        (SamplingOptions(max_tokens=-5), {}),
        (SamplingOptions(top_p=0.0), {}),
        (SamplingOptions(repetition_penalty=0.0), {}),
        (SamplingOptions(temperature=float("nan")), {}),
        (SamplingOptions(temperature=float("inf")), {}),
        (SamplingOptions(seed=10**400), {}),
        (SamplingOptions(reasoning_effort="heroic"), {}),
        (SamplingOptions(response_format="broken {"), {}),
        (SamplingOptions(extra='{"stream": false}'), {}),
    ],
)
def test_what_makes_no_sense_is_moved_or_left_out_and_told(
    options: SamplingOptions, sent: dict[str, object]
) -> None:
    assert fields("vllm", options) == sent
    assert len(notes("vllm", options)) == 1


@pytest.mark.parametrize("name", RANGES)
def test_what_may_be_entered_is_sent_or_limits_nothing_and_is_never_called_senseless(
    name: str,
) -> None:
    for value in (RANGES[name].least, RANGES[name].most):
        option: dict[str, Any] = {name: value}
        assert notes("vllm", SamplingOptions(**option)) == ()


def test_stop_strings_are_always_a_list_and_those_beyond_the_limit_are_told() -> None:
    options = SamplingOptions(stop=("1", "2", "", "3", "4", "5"))
    for server in ("tgi", "hf-router", ""):
        assert fields(server, options) == {"stop": ["1", "2", "3", "4"]}
        assert "first 4 stop strings" in notes(server, options)[0]
    assert fields("vllm", options) == {"stop": ["1", "2", "3", "4", "5"]}
    assert notes("vllm", options) == ()


@pytest.mark.parametrize(
    ("server", "effort", "sent"),
    [
        ("ollama", "minimal", "low"),
        ("ollama", "xhigh", "max"),
        ("ollama", "none", "none"),
        ("vllm", "minimal", "low"),
        ("vllm", "max", "high"),
        ("hf-router", "max", "xhigh"),
        ("hf-router", "minimal", "minimal"),
        ("", "xhigh", "xhigh"),
    ],
)
def test_an_effort_goes_by_the_servers_name_and_a_change_is_told(
    server: str, effort: str, sent: str
) -> None:
    options = SamplingOptions(reasoning_effort=effort)
    assert fields(server, options) == {"reasoning_effort": sent}
    assert len(notes(server, options)) == (effort != sent)


def test_extra_fields_come_last_and_never_touch_the_chat_itself() -> None:
    extra = '{"temperature": 1, "grammar": "x", "model": "y", "messages": [], "stream": false}'
    options = SamplingOptions(temperature=0.5, extra=extra)
    assert fields("tgi", options) == {"temperature": 1, "grammar": "x"}
    assert fields("tgi", SamplingOptions(extra="[1]")) == {}


def test_the_pipeline_has_names_of_its_own() -> None:
    assert fields("toolkit", replace(ALL, frequency_penalty=None)) == {
        "max_new_tokens": 9,
        "temperature": 0.5,
        "top_p": 0.9,
        "top_k": 40,
        "min_p": 0.05,
        "repetition_penalty": 1.1,
        "do_sample": True,
    }
    left_out = [note.split()[6] for note in notes("toolkit", ALL)]
    assert left_out == [
        "seed;",
        "frequency_penalty;",
        "presence_penalty;",
        "reasoning_effort;",
        "response_format;",
    ]


def test_the_pipeline_repeats_itself_less_by_another_name() -> None:
    options = SamplingOptions(frequency_penalty=0.5)
    assert fields("toolkit", options) == {"max_new_tokens": 512, "repetition_penalty": 1.5}
    assert "stands in for it" in notes("toolkit", options)[0]
    assert "left out" in notes("toolkit", SamplingOptions(frequency_penalty=-1.0))[0]


def test_the_pipeline_always_gets_a_length() -> None:
    assert fields("toolkit", SamplingOptions()) == {"max_new_tokens": 512}


def test_temperature_zero_is_greedy_for_the_pipeline() -> None:
    options = SamplingOptions(temperature=0.0, top_p=0.5, top_k=5, min_p=0.1)
    assert fields("toolkit", options) == {"max_new_tokens": 512, "do_sample": False}
    assert fields("vllm", SamplingOptions(temperature=0.0)) == {"temperature": 0.0}


def test_the_pipeline_draws_where_only_the_choice_is_limited() -> None:
    assert fields("toolkit", SamplingOptions(top_k=5)) == {
        "max_new_tokens": 512,
        "top_k": 5,
        "do_sample": True,
    }
