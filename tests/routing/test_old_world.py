"""What outlived addresses mean now."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.conversation.errors import BadAddress
from hfchat_gui.conversation.model_ref import ModelRef, Source, is_model_id
from hfchat_gui.routing.old_world import DEAD_HOST, check_alive, modern, modern_ref

ID = "microsoft/DialoGPT-small"


@pytest.mark.parametrize(
    "text",
    [
        f"https://{DEAD_HOST}/models/{ID}",
        f"http://{DEAD_HOST}/models/{ID}/",
        f"{DEAD_HOST}/models/{ID}",
        f"//{DEAD_HOST}/models/{ID}",
        f"{DEAD_HOST}:443/models/{ID}",
        f"{DEAD_HOST}./models/{ID}",
        f"HTTPS://{DEAD_HOST.upper()}/models/{ID}",
        f"https://{DEAD_HOST}/models/{ID}/v1",
        f"https://{DEAD_HOST}/models/{ID}/v1/chat/completions",
        f"https://{DEAD_HOST}/models/{ID}/v1/chat/completions/",
        f"https://{DEAD_HOST}/pipeline/text-generation/{ID}",
        f"https://{DEAD_HOST}/status/{ID}",
        f"https://{DEAD_HOST}/{ID}",
        f"https://{DEAD_HOST}/models/{ID}?wait_for_model=true#top",
        f"https://{DEAD_HOST}/models/microsoft%2FDialoGPT-small",
        f"https://{DEAD_HOST}//models//{ID}",
        f"https:/{DEAD_HOST}/models/{ID}",
        f"https:\\\\{DEAD_HOST}\\models\\microsoft\\DialoGPT-small",
        f"  <https://{DEAD_HOST}/models/{ID}>\n",
        f'"{DEAD_HOST} /models/ {ID}"',
        f"https://somebody:hf_secret@{DEAD_HOST}/models/{ID}",
        f"\u200bhttps://{DEAD_HOST}/models/{ID}",
        f"curl https://{DEAD_HOST}/models/{ID} -X POST",
        f'API_URL = "https://{DEAD_HOST}/models/{ID}"',
    ],
)
def test_the_dead_host_becomes_the_routers_model_in_every_form(text: str) -> None:
    typed = modern(text)
    assert typed is not None
    assert typed.ref == ModelRef(Source.ROUTER, ID)
    assert "shut down" in typed.note
    assert ID in typed.note
    assert "secret" not in typed.note


@pytest.mark.parametrize("path", ["", "/", "/v1", "/v1/chat/completions", "/framework/tgi", "?a=b"])
def test_the_dead_host_without_a_model_asks_to_choose_one(path: str) -> None:
    typed = modern(f"https://{DEAD_HOST}{path}")
    assert typed is not None
    assert typed.ref == ModelRef(Source.ROUTER, "")
    assert "Choose a model" in typed.note


def test_the_name_beside_the_dead_host_is_the_model_where_the_path_has_none() -> None:
    beside = modern(f"{DEAD_HOST}/v1", f" {ID} ")
    both = modern(f"{DEAD_HOST}/models/{ID}/v1", "tgi")
    neither = modern(f"{DEAD_HOST}/v1", "tgi")
    assert [typed and typed.ref.name for typed in (beside, both, neither)] == [ID, ID, ""]


def test_an_old_name_without_owner_is_said_to_have_none() -> None:
    for path in ("/models/gpt2", "/models/gpt2/v1/chat/completions", "/gpt2"):
        typed = modern(DEAD_HOST + path)
        assert typed is not None
        assert typed.ref.name == ""
        assert "“gpt2” has no owner" in typed.note


def test_a_provider_behind_the_colon_stays() -> None:
    typed = modern(f"{DEAD_HOST}/models/{ID}:cheapest")
    assert typed is not None
    assert typed.ref.name == f"{ID}:cheapest"


@pytest.mark.parametrize(
    "text",
    [
        f"https://huggingface.co/{ID}",
        f"huggingface.co/{ID}/tree/main",
        f"https://www.huggingface.co/{ID}?library=transformers",
        f"hf.co/{ID}",
        f"https://huggingface.co/api/models/{ID}",
        f"https://huggingface.co/models/{ID}",
        f"https://huggingface.co/chat/models/{ID}",
    ],
)
def test_the_page_of_a_model_becomes_the_routers_model(text: str) -> None:
    typed = modern(text)
    assert typed is not None
    assert typed.ref == ModelRef(Source.ROUTER, ID)
    assert "web page" in typed.note


@pytest.mark.parametrize("text", ["huggingface.co", "https://hf.co/", "https://huggingface.co/x"])
def test_a_page_without_a_model_asks_to_choose_one(text: str) -> None:
    typed = modern(text)
    assert typed is not None
    assert typed.ref.name == ""
    assert "Choose a model" in typed.note


@pytest.mark.parametrize(
    ("text", "name", "meant"),
    [
        ("https://router.huggingface.co/v1", "", ""),
        ("https://router.huggingface.co", ID, ID),
        ("router.huggingface.co/v1/chat/completions", f"{ID}:groq", f"{ID}:groq"),
        (f"router.huggingface.co/v1/models/{ID}", "", ID),
        (f"router.huggingface.co/hf-inference/models/{ID}/v1/chat/completions", "", ID),
        ("router.huggingface.co/groq/openai/v1/chat/completions", ID, f"{ID}:groq"),
        ("router.huggingface.co/groq/openai/v1", f"{ID}:fastest", f"{ID}:fastest"),
        ("router.huggingface.co/groq/openai/v1", "", ""),
    ],
)
def test_the_routers_own_address_is_hugging_face(text: str, name: str, meant: str) -> None:
    typed = modern(text, name)
    assert typed is not None
    assert typed.ref == ModelRef(Source.ROUTER, meant)
    assert "own router" in typed.note


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "http://127.0.0.1:8080",
        f"https://proxy.example/{DEAD_HOST}/models/{ID}",
        f"https://proxy.example/?to=https://{DEAD_HOST}/",
        f"https://{DEAD_HOST}.example.org/models/{ID}",
        f"https://my-{DEAD_HOST}/models/{ID}",
        "https://x.endpoints.huggingface.cloud",
        f"https://huggingface.co/datasets/{ID}",
        f"https://huggingface.co/spaces/{ID}",
        ID,
    ],
)
def test_other_addresses_are_left_alone(text: str) -> None:
    assert modern(text) is None


def test_a_stored_reference_is_read_like_a_typed_one() -> None:
    stored = ModelRef(Source.ADDRESS, "tgi", f"https://{DEAD_HOST}/models/{ID}")
    replaced = modern_ref(stored)
    assert replaced is not None
    assert replaced.ref == ModelRef(Source.ROUTER, ID)
    as_name = modern_ref(ModelRef(Source.ROUTER, f"https://{DEAD_HOST}/models/{ID}"))
    assert as_name is not None
    assert as_name.ref.name == ID
    assert modern_ref(ModelRef(Source.ROUTER, "Qwen/Qwen3.5-4B")) is None
    assert modern_ref(ModelRef(Source.LOCAL, DEAD_HOST)) is None
    assert modern_ref(ModelRef(Source.ADDRESS, "", "http://127.0.0.1:8080")) is None


def test_an_outlived_address_is_no_server_of_ones_own() -> None:
    with pytest.raises(BadAddress, match="shut down"):
        check_alive(f"https://{DEAD_HOST}/models/{ID}")
    check_alive("http://127.0.0.1:8080")


@given(st.text(max_size=60), st.text(max_size=20))
def test_whatever_is_pasted_after_the_dead_host_is_replaced(tail: str, name: str) -> None:
    typed = modern(f"https://{DEAD_HOST}/{tail}", name)
    assert typed is not None
    assert typed.ref.source is Source.ROUTER
    assert typed.ref.name == "" or is_model_id(typed.ref.name)


@given(st.text(max_size=200))
def test_no_text_breaks_the_reading(text: str) -> None:
    modern(text)
