"""A model id is checked before anything is sent, and a relay may stand for the router."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.error_record import CHOOSE_MODEL, NO_ACTION
from hfchat_gui.conversation.errors import BadAddress, ModelUnknown
from hfchat_gui.routing.hub import ROUTER_BASE, ROUTER_VARIABLE, check_model_id, router_address


@pytest.mark.parametrize("name", ["Qwen/Qwen3-32B", "a.b/c_d-1.5:cheapest", " org/model:groq "])
def test_an_id_may_name_a_provider(name: str) -> None:
    assert check_model_id(name) == name.strip()


@pytest.mark.parametrize(
    "name", ["", "gpt-4", "a/b/c", "a/b:", "a b/c", "https://huggingface.co/a/b", "ä/b", "x" * 500]
)
def test_what_is_no_id_is_refused_with_an_example(name: str) -> None:
    with pytest.raises(ModelUnknown) as caught:
        check_model_id(name)
    assert "owner/model" in caught.value.user_text
    assert len(caught.value.user_text) < 250
    assert caught.value.action is CHOOSE_MODEL


def test_a_token_in_the_place_of_an_id_is_not_repeated() -> None:
    with pytest.raises(ModelUnknown, match="“…” is not the id") as caught:
        check_model_id("hf_abcdefgh")
    assert "abcdefgh" not in caught.value.user_text


@pytest.mark.parametrize(
    ("text", "base"),
    [
        (None, ROUTER_BASE),
        (" ", ROUTER_BASE),
        ("localhost:9000/v1", "http://localhost:9000"),
        (" https://relay.example.org/hf/ ", "https://relay.example.org/hf"),
    ],
)
def test_a_variable_names_a_relay(text: str | None, base: str) -> None:
    assert router_address({} if text is None else {ROUTER_VARIABLE: text}).base == base


def test_a_variable_without_an_address_is_named() -> None:
    with pytest.raises(BadAddress, match=ROUTER_VARIABLE) as caught:
        router_address({ROUTER_VARIABLE: "https://me:secret@relay example.org"})
    assert "secret" not in caught.value.user_text
    assert caught.value.action is NO_ACTION


def test_a_relay_may_be_opened_by_a_password() -> None:
    found = router_address({ROUTER_VARIABLE: "https://me:secret@relay.example.org"})
    assert found.base == "https://relay.example.org"
    assert found.key is not None
    assert found.key.reveal() == "Basic bWU6c2VjcmV0"
