"""What is typed is read as a model id, as an address, or as words to look for."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.ui.model_picker.offers import Offers, Shelf, may_take_token
from tests.ui.stand_in_ports import LOCAL, PlainCatalogue, PlainPreferences


@pytest.fixture
def preferences() -> PlainPreferences:
    return PlainPreferences(
        addresses=[ModelRef(Source.ADDRESS, "qwen3:8b", "http://localhost:11434")],
        router_models=["Qwen/Qwen3-32B"],
    )


def _found(text: str, preferences: PlainPreferences, current: ModelRef = LOCAL) -> Offers:
    return Shelf(PlainCatalogue(), preferences, current).offers_for(text)


def _titles(text: str, preferences: PlainPreferences) -> list[str]:
    return [row.title for row in _found(text, preferences).offers]


def test_without_text_all_that_is_known_is_offered(preferences: PlainPreferences) -> None:
    assert _titles("", preferences) == [LOCAL.name, "Qwen/Qwen3-32B", "qwen3:8b"]


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("smol", [LOCAL.name]),
        ("QWEN3", ["Qwen/Qwen3-32B", "qwen3:8b"]),
        ("11434", ["qwen3:8b"]),
        ("hugging", ["Qwen/Qwen3-32B"]),
        ("nothing like it", []),
    ],
)
def test_words_are_looked_for(text: str, titles: list[str], preferences: PlainPreferences) -> None:
    assert _titles(text, preferences) == titles


@pytest.mark.parametrize(
    "name", ["mistralai/Mistral-7B-Instruct-v0.3", "Qwen/Qwen3-Coder", "a/b:fastest"]
)
def test_a_model_id_is_offered_whole(name: str, preferences: PlainPreferences) -> None:
    found = _found(f" {name} ", preferences).offers
    assert [(row.title, row.model) for row in found] == [
        (f"Use {name} on Hugging Face", ModelRef(Source.ROUTER, name))
    ]


def test_an_id_that_is_known_is_not_offered_twice(preferences: PlainPreferences) -> None:
    assert _titles("Qwen/Qwen3-32B", preferences) == ["Qwen/Qwen3-32B"]


@pytest.mark.parametrize(
    "text",
    ["localhost:8080", "http://10.0.0.5", "gpu.example.org", "[::1]:8080", "box:1234/v1"],
)
def test_an_address_is_offered(text: str, preferences: PlainPreferences) -> None:
    found = _found(text, preferences)
    assert f"Use the server at {text}" in [row.title for row in found.offers]
    assert found.likely is not None
    assert found.likely.model.source is Source.ADDRESS


def test_an_address_that_is_known_is_not_offered_twice(preferences: PlainPreferences) -> None:
    found = _found("localhost:11434", preferences)
    assert [row.title for row in found.offers] == ["qwen3:8b"]
    assert found.likely == found.offers[0]


def test_a_name_at_a_server_does_not_hide_the_model_of_that_name(
    preferences: PlainPreferences,
) -> None:
    preferences.remember_address(ModelRef(Source.ADDRESS, "org/model", "http://localhost:1"))
    assert _titles("org/model", preferences) == ["Use org/model on Hugging Face", "org/model"]


@pytest.mark.parametrize(
    "current",
    [
        ModelRef(Source.ROUTER, "org/model"),
        ModelRef(Source.ADDRESS, "", "http://typed.at.the.start:1"),
    ],
)
def test_the_model_in_use_is_offered_wherever_it_came_from(
    preferences: PlainPreferences, current: ModelRef
) -> None:
    offered = [row.model for row in _found("", preferences, current).offers]
    assert offered.count(current) == 1
    assert len(offered) == 4


def test_a_model_file_that_is_gone_is_not_offered(preferences: PlainPreferences) -> None:
    gone = ModelRef(Source.LOCAL, "gone")
    assert gone not in [row.model for row in _found("", preferences, gone).offers]


def test_the_disk_is_asked_once_however_much_is_typed(preferences: PlainPreferences) -> None:
    catalogue = PlainCatalogue()
    shelf = Shelf(catalogue, preferences, LOCAL)
    for text in ("", "s", "sm", "smol"):
        assert shelf.offers_for(text).offers
    assert catalogue.times_asked == 1


def test_what_could_be_both_is_offered_as_both(preferences: PlainPreferences) -> None:
    found = _found("example.org/v1", preferences)
    assert [row.model.source for row in found.offers] == [Source.ROUTER, Source.ADDRESS]
    assert found.likely == found.offers[1]


def test_a_bad_address_is_refused_with_its_reason(preferences: PlainPreferences) -> None:
    found = _found("ftp://example.org", preferences)
    assert found.offers == ()
    assert found.problem.startswith("An address starts with http://")


@pytest.mark.parametrize(
    "address",
    [
        *("https://gpu.example.org/v1", "http://localhost:8080", "http://127.0.0.9"),
        *("http://[::1]:1", "http://app.localhost:8080"),
    ],
)
def test_the_token_may_go_where_nobody_listens(address: str) -> None:
    assert may_take_token(address)


@pytest.mark.parametrize(
    "address",
    ["http://gpu.example.org", "http://10.0.0.5:8080", "http://localhost.example.org", "nothing"],
)
def test_the_token_may_not_go_over_plain_http(address: str) -> None:
    assert not may_take_token(address)
