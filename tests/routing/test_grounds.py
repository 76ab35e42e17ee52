"""What is known and what was set decide together: name, wire, dialect and words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hfchat_gui.conversation.errors import ModelUnknown
from hfchat_gui.conversation.route import ServerFacts, WireKind
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.network.credentials import Credential
from hfchat_gui.routing.grounds import Grounds
from tests.routing.core import at

ADDRESS = "http://gpu.example:8000"
CHAT, PIPELINE = WireKind.CHAT_COMPLETIONS, WireKind.TEXT_GENERATION
FACTS = ServerFacts(CHAT, f"{ADDRESS}/base", "vllm", ("first", "second"), learnt=1.0)


def test_without_a_set_kind_what_is_known_is_followed() -> None:
    assert Grounds(at(ADDRESS), FACTS).used is FACTS


@pytest.mark.parametrize(
    ("kind", "wire", "server", "base"),
    [
        ("llama.cpp", CHAT, "llama.cpp", f"{ADDRESS}/base"),
        ("openai", CHAT, "", f"{ADDRESS}/base"),
        ("toolkit", PIPELINE, "toolkit", ADDRESS),
    ],
)
def test_a_set_kind_has_its_wire_and_dialect_and_the_rest_stays(
    kind: str, wire: WireKind, server: str, base: str
) -> None:
    used = Grounds(at(ADDRESS), FACTS, kind).used
    assert used == replace(FACTS, wire=wire, server=server, base=base)


def test_a_name_is_taken_as_it_is_and_else_the_first_of_the_list() -> None:
    assert Grounds(at(ADDRESS, "mine"), FACTS).name == "mine"
    assert Grounds(at(ADDRESS), FACTS).name == "first"


def test_a_server_that_has_one_model_needs_no_name_and_others_do() -> None:
    silent = replace(FACTS, models=())
    assert Grounds(at(ADDRESS), silent, "tgi").name == ""
    with pytest.raises(ModelUnknown, match="lists no model"):
        _ = Grounds(at(ADDRESS), silent).route


def test_the_route_is_a_value_that_says_why_and_holds_no_key() -> None:
    credential = Credential.for_url(ADDRESS, Secret("hf_secret"))
    route = Grounds(at(ADDRESS), FACTS, "llama.cpp", credential).route
    assert (route.wire, route.address, route.model) == (CHAT, f"{ADDRESS}/base", "first")
    assert route.reasons == (
        "You set this server to llama.cpp.",
        "No model was named; first is the first chat model it lists.",
        "The key for this address goes along.",
    )
    assert "hf_secret" not in repr(route)


def test_only_what_a_question_can_bring_is_news() -> None:
    known = replace(FACTS, takes_text=True, refused=("seed",), strict=("first",))
    grounds = Grounds(at(ADDRESS), known)
    assert grounds.are_confirmed_by(replace(FACTS, learnt=2.0))
    assert not grounds.are_confirmed_by(replace(FACTS, models=("third",)))
    assert not grounds.are_confirmed_by(replace(FACTS, server="tgi"))
