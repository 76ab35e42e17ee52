"""What is typed is read as a model id, as an address, as both, or as mere words."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.errors import BadAddress
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import TypedModel
from hfchat_gui.ui.model_picker.typed import Typed, read_typed
from tests.ui.stand_in_ports import PlainCatalogue

_GONE = "That host is gone; the model is asked for through the router."


class _Replacing(PlainCatalogue):
    """Knows an outlived host."""

    def typed(self, text: str, name: str = "") -> TypedModel:
        if text.startswith("hf_"):
            raise BadAddress("This is a key.")
        if "old.example.org" in text:
            model = text.partition("/models/")[2]
            return TypedModel(ModelRef(Source.ROUTER, model), _GONE)
        return super().typed(text, name)


def _read(text: str) -> Typed:
    return read_typed(text, _Replacing())


@pytest.mark.parametrize(
    "name", ["mistralai/Mistral-7B-Instruct-v0.3", "Qwen/Qwen3-Coder", "a/b:fastest"]
)
def test_a_model_id_is_offered_whole(name: str) -> None:
    (offer,) = _read(name).offers
    assert offer.title == f"Use {name} through Hugging Face"
    assert offer.model == ModelRef(Source.ROUTER, name)
    assert not offer.is_listed


@pytest.mark.parametrize(
    "text",
    [
        *("localhost:8080", "http://10.0.0.5", "gpu.example.org", "[::1]:8080", "box:1234/v1"),
        *("10.0.0.5", "10.0.0.5:8000/v1", "https://a.example.org/path"),
    ],
)
def test_an_address_is_offered(text: str) -> None:
    read = _read(text)
    assert [offer.title for offer in read.offers] == [f"Connect to {text}"]
    assert read.address == read.offers[0].model.address
    assert read.offers[0].model.source is Source.ADDRESS


@pytest.mark.parametrize(
    "text", ["", "qwen", "qwen2.5", "llama3.2:1b", "llama3.2:latest", "two words"]
)
def test_words_and_the_names_of_models_are_no_addresses(text: str) -> None:
    assert _read(text) == Typed()


def test_a_key_that_is_pasted_is_said_to_be_none_and_offered_nowhere() -> None:
    assert _read("hf_abcdefgh") == Typed((), "This is a key.")


def test_what_could_be_both_is_offered_as_both() -> None:
    sources = [offer.model.source for offer in _read("example.org/v1").offers]
    assert sources == [Source.ROUTER, Source.ADDRESS]


def test_an_outlived_address_is_the_same_model_through_the_router_with_a_word_about_it() -> None:
    (offer,) = _read("old.example.org/models/org/model").offers
    assert offer.model == ModelRef(Source.ROUTER, "org/model")
    assert offer.note == _GONE


def test_an_outlived_address_without_a_model_says_so_and_offers_nothing() -> None:
    assert _read("https://old.example.org") == Typed((), _GONE)


def test_a_bad_address_is_refused_with_its_reason() -> None:
    read = _read("ftp://example.org")
    assert read.offers == ()
    assert read.problem.startswith("An address starts with http://")
