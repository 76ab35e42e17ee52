"""Kinds are told by what answers hold, and odd answers prove nothing."""

from __future__ import annotations

from typing import Any

import pytest

from hfchat_gui.routing.recognition import MODELS, Found, is_pipeline, recognise
from hfchat_gui.routing.server_answers import Reading


def good(value: Any) -> Reading:
    return Reading(200, value)


@pytest.mark.parametrize(
    ("answers", "found"),
    [
        ({}, None),
        ({"/info": good([1, 2])}, None),
        ({"/info": good({"max_total_tokens": 9, "model_id": "m"})}, Found("tgi", 9, ("m",))),
        ({"/info": good({"max_total_tokens": 9, "model_id": 3})}, Found("tgi", 9)),
        ({"/info": good({"name": "some app", "version": 1})}, None),
        ({MODELS: good({"data": [{"owned_by": "llamacpp"}]})}, Found("llama.cpp")),
        ({"/props": good({"build_info": "b1"})}, Found("llama.cpp")),
        ({"/api/version": good({"version": "1"})}, Found("ollama")),
        ({MODELS: good({"data": [{"owned_by": "vllm"}]})}, Found("vllm")),
        ({"/version": good({"version": "1"}), MODELS: good({"data": ["odd"]})}, Found("vllm")),
        ({"/version": good({"version": "1"})}, Found("vllm")),
        ({"/health": good({"status": "ok"})}, None),
        ({"/api/v1/models": good({"models": "odd"})}, None),
        ({"/api/v1/models": good({"models": [1, {"name": "x"}]})}, None),
        ({"/api/v0/models": good({"data": [{"id": "x"}]})}, None),
        (
            {"/api/v1/models": good({"models": [{"key": "e", "type": "embedding"}]})},
            Found("lmstudio", None, ()),
        ),
        (
            {"/api/v1/models": good({"models": [{"key": "a", "loaded_instances": ["odd"]}]})},
            Found("lmstudio", None, ("a",)),
        ),
        (
            {
                "/api/v1/models": good(
                    {"models": [{"key": "a", "loaded_instances": [{"config": 1}]}]}
                )
            },
            Found("lmstudio", None, ("a",)),
        ),
    ],
)
def test_only_what_proves_a_kind_counts(answers: dict[str, Reading], found: Found | None) -> None:
    assert recognise(answers) == found


@pytest.mark.parametrize(
    ("answer", "is_one"),
    [
        (Reading(), False),
        (Reading(404, {"error": "inputs"}, "inputs"), False),
        (Reading(400, None, "<html>inputs</html>", is_page=True), False),
        (Reading(400, {"error": "no inputs"}, "no inputs"), True),
        (Reading(200, [{}], '[{"generated_text": ""}]'), True),
        (Reading(400, {"error": "what?"}, "what?"), False),
        (Reading(200, {}, "{}"), False),
    ],
)
def test_a_pipeline_is_told_by_how_it_refuses(answer: Reading, is_one: bool) -> None:
    assert is_pipeline(answer, {}) is is_one


def test_a_healthy_server_that_refuses_in_json_is_a_pipeline() -> None:
    healthy = {"/health": Reading(200, None, "Ok")}
    assert is_pipeline(Reading(400, {"error": "what?"}, "what?"), healthy)
    assert not is_pipeline(Reading(400, None, "what?"), healthy)
    assert not is_pipeline(Reading(500, {"error": "what?"}, "what?"), healthy)


def test_a_servers_own_model_and_window_are_passed_over_where_they_can_be_none() -> None:
    info = {"router": "text-generation-router", "model_id": "n" * 201, "max_total_tokens": 10**400}
    assert recognise({"/info": good(info)}) == Found("tgi")
