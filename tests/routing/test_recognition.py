"""Kinds are told by what answers hold, and odd answers prove nothing."""

from __future__ import annotations

from typing import Any

import pytest

from hfchat_gui.network.messages import HttpAnswer
from hfchat_gui.routing.recognition import (
    MODELS,
    Found,
    Reading,
    is_pipeline,
    listed_models,
    read_answer,
    recognise,
)


def good(value: Any) -> Reading:
    return Reading(200, value)


def test_an_answer_is_read_whatever_it_is() -> None:
    page = read_answer(HttpAnswer(200, {"content-type": "text/html"}, b"<html>x</html>", "u"))
    assert (page.value, page.is_page) == (None, True)
    echo = {"x-request-id": "hfchat-asks-once"}
    reading = read_answer(HttpAnswer(200, echo, b'{"a": {"b": 1}}', "u"))
    assert reading.get("a", "b") == 1
    assert reading.get("a", "b", "c") is None
    assert reading.echoed
    assert Reading(404, {"a": 1}).get("a") is None


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


def test_a_list_of_models_has_chat_models_first_and_names_only() -> None:
    data = [{"id": "bge-m3"}, {"id": ""}, {"id": 7}, "odd", {"id": "talker"}]
    assert listed_models(good({"data": data})) == ("talker", "bge-m3")
    assert listed_models(good({"data": {}})) is None
    assert listed_models(good({"error": "no such endpoint"})) is None


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


def test_what_can_be_no_name_and_no_number_is_passed_over() -> None:
    names = ["n" * 1_000_000, "\x1b[31mm\n", "a\ud800b", "   ", " a", "b\u202e", "", "good/one"]
    assert listed_models(good({"data": [{"id": name} for name in names]})) == ("good/one",)
    assert len(listed_models(good({"data": [{"id": str(at)} for at in range(9000)]})) or ()) == 2000
    info = {"router": "text-generation-router", "model_id": "n" * 201, "max_total_tokens": 10**400}
    assert recognise({"/info": good(info)}) == Found("tgi")
