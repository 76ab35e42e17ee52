"""What a route says of itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hfchat_gui.conversation.route import ServerFacts, WireKind
from hfchat_gui.routing.route_words import address_reasons, router_reasons, router_summary
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
    assert router_summary(name) == summary
    assert reason in router_reasons(name)[0]


def reasons(facts: ServerFacts, kind: str = "") -> list[str]:
    return list(address_reasons(at(ADDRESS, "m"), "m", facts, kind, has_key=False))


def test_a_set_kind_is_the_first_reason() -> None:
    assert reasons(CHAT, "vllm")[0] == "You set this server to vLLM."
    assert reasons(CHAT, "of a later version")[0] == "You set this server to of a later version."


def test_the_shape_that_was_learnt_is_said() -> None:
    learnt = reasons(PIPELINE)
    assert "took no chat before" in learnt[0]
    assert len(learnt) == 2
    assert "one text only" in reasons(replace(PIPELINE, takes_text=True))[2]
