"""What a route says of itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hfchat_gui.conversation.route import ServerFacts, WireKind
from hfchat_gui.routing.routes import address_route, hub_route, local_route, unknown_route
from tests.routing.core import at

ADDRESS = "http://gpu.example:8000"
CHAT = ServerFacts(WireKind.CHAT_COMPLETIONS, ADDRESS)
PIPELINE = ServerFacts(WireKind.TEXT_GENERATION, ADDRESS)


@pytest.mark.parametrize(
    ("name", "summary", "reason"),
    [
        ("org/m", "org/m through Hugging Face", "that their router picks"),
        ("org/m:cheapest", "org/m through Hugging Face, cheapest provider", "lowest price"),
        ("org/m:fastest", "org/m through Hugging Face, fastest provider", "measured speed"),
        ("org/m:preferred", "org/m through Hugging Face, preferred provider", "first provider"),
        ("org/m:groq", "org/m through Hugging Face, by groq", "groq alone"),
    ],
)
def test_a_suffix_is_said_in_words(name: str, summary: str, reason: str) -> None:
    route = hub_route(ADDRESS, name)
    assert (route.address, route.model, route.server) == (ADDRESS, name, "hf-router")
    assert route.summary == summary
    assert reason in route.reasons[0]


def reasons(facts: ServerFacts, kind: str = "") -> tuple[str, ...]:
    return address_route(at(ADDRESS, "m"), "m", facts, kind, has_key=False).reasons


def test_a_set_kind_is_the_first_reason() -> None:
    assert reasons(CHAT, "vllm")[0] == "You set this server to vLLM."
    assert reasons(CHAT, "of a later version")[0] == "You set this server to of a later version."


def test_the_shape_that_was_learnt_is_said() -> None:
    learnt = reasons(PIPELINE)
    assert "took no chat before" in learnt[0]
    assert len(learnt) == 2
    assert "one text only" in reasons(replace(PIPELINE, takes_text=True))[2]


def test_a_file_on_this_computer_is_named_and_goes_nowhere() -> None:
    route = local_route(Path("/models/a.b.gguf"))
    assert (route.address, route.model, route.server) == ("", "a.b", "llama.cpp")
    assert route.summary.endswith(", on this computer")
    assert route.reasons == (
        "The model runs on this computer; nothing leaves it.",
        "Its file is a.b.gguf.",
    )


@pytest.mark.parametrize(("name", "shown"), [("org/m", "m"), ("", "The model")])
def test_a_server_that_was_not_ready_is_told_so(name: str, shown: str) -> None:
    route = unknown_route(at(ADDRESS, name))
    assert (route.address, route.model, route.server) == (ADDRESS, name, "")
    assert route.summary == f"{shown} at gpu.example:8000"
    assert route.reasons == ("gpu.example:8000 was not ready to say what it is.",)


def test_the_kind_that_was_found_is_in_the_line_and_in_the_reasons() -> None:
    facts = replace(CHAT, server="tgi", models=("m",))
    route = address_route(at(ADDRESS), "m", facts, "", has_key=True)
    assert (route.wire, route.address, route.model, route.server) == (
        facts.wire,
        ADDRESS,
        "m",
        "tgi",
    )
    assert route.summary == "m at gpu.example:8000 (TGI)"
    assert route.reasons == (
        "gpu.example:8000 was recognised as TGI by its own routes.",
        "No model was named; m is the first chat model it lists.",
        "The key for this address goes along.",
    )
