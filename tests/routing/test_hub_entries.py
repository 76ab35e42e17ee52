"""The router's list is read whatever stands in it, and comes back from its kept form."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef, Offer, Source
from hfchat_gui.routing.hub_entries import read_entries, written_entries
from tests.routing.listed import entry, provider


def read(*entries: Any) -> tuple[ModelInfo, ...]:
    """The models in a list of these entries."""
    found = read_entries({"object": "list", "data": list(entries)})
    assert found is not None
    return found


def offer(**fields: Any) -> Offer:
    """The one offer of a model with these fields."""
    ((made,),) = (model.offers for model in read(entry("a/b", provider("groq", **fields))))
    return made


def test_a_full_entry_is_read_whole() -> None:
    full = entry(
        "org/model",
        provider(
            "groq",
            context_length=131072,
            pricing={"input": 0.29, "output": 1},
            is_free=False,
            supports_tools=True,
            supports_structured_output=False,
            first_token_latency_ms=611.5,
            throughput=166.42,
            is_model_author=False,
        ),
        provider("together"),
        architecture={"input_modalities": ["text", "image"], "output_modalities": ["text"]},
    )
    assert read(full) == (
        ModelInfo(
            ModelRef(Source.ROUTER, "org/model"),
            offers=(
                Offer("groq", 131072, 0.29, 1.0, 166.42, 0.6115, True),
                Offer("together"),
            ),
            reads_images=True,
        ),
    )


@pytest.mark.parametrize("value", [None, [], "list", {}, {"data": None}, {"data": {}}, 7])
def test_what_is_no_list_is_none(value: Any) -> None:
    assert read_entries(value) is None


@pytest.mark.parametrize("status", ["error", "staging", "offline", "", 1, True, ["live"]])
def test_only_what_is_live_is_offered(status: Any) -> None:
    (found,) = read(entry("a/b", provider("groq", status=status), provider("novita")))
    assert [one.provider for one in found.offers] == ["novita"]
    assert read(entry("a/b", provider("groq", status=status))) == ()


def test_an_offer_that_names_no_status_counts() -> None:
    (found,) = read(entry("a/b", {"provider": "groq"}, {"provider": "novita", "status": None}))
    assert [one.provider for one in found.offers] == ["groq", "novita"]


@pytest.mark.parametrize("providers", [None, [], "groq", {}])
def test_a_model_without_named_providers_stays_without_offers(providers: Any) -> None:
    (found,) = read({"id": "a/b", "providers": providers})
    assert found.offers == ()
    assert read({"id": "a/b"})[0].ref.name == "a/b"


@pytest.mark.parametrize(
    "name", [None, 5, "", "gpt2", "a/b:groq", "a/b\n", "a\u202e/b", "x/" + "y" * 300, ["a/b"]]
)
def test_what_cannot_be_asked_for_is_left_out(name: Any) -> None:
    assert read(entry(name, provider("groq")), 7, None, entry("c/d", provider("groq"))) == read(
        entry("c/d", provider("groq"))
    )


@pytest.mark.parametrize("one", [None, 5, [], "groq", {}, provider("a b"), provider("x" * 80)])
def test_a_provider_without_a_name_is_left_out(one: Any) -> None:
    (found,) = read(entry("a/b", one, provider("groq"), provider("groq", context_length=5)))
    assert found.offers == (Offer("groq"),)


def test_the_first_of_two_entries_counts() -> None:
    assert read(entry("a/b", provider("x")), entry("a/b", provider("y"))) == read(
        entry("a/b", provider("x"))
    )


def test_a_model_that_writes_no_text_is_left_out() -> None:
    pictures = {"input_modalities": ["text"], "output_modalities": ["image"]}
    assert read(entry("a/b", provider("x"), architecture=pictures)) == ()
    for unknown in (None, 5, {}, {"output_modalities": None, "input_modalities": "image"}):
        (found,) = read(entry("a/b", provider("x"), architecture=unknown))
        assert not found.reads_images


_NO_COUNTS: list[Any] = [0, -1, 10**12, 1e300, 0.5, "4096", True, None, [], 10**400]
_NO_AMOUNTS: list[Any] = [-1, "0.1", True, None, float("inf"), float("nan"), 10**400]


@pytest.mark.parametrize(
    ("value", "tokens"),
    [(4096, 4096), (4096.0, 4096), *((wrong, None) for wrong in _NO_COUNTS)],
)
def test_a_window_is_a_count_or_unknown(value: Any, tokens: int | None) -> None:
    assert offer(context_length=value).context_tokens == tokens


@pytest.mark.parametrize(
    ("value", "price"),
    [(0, 0.0), (0.075, 0.075), *((wrong, None) for wrong in _NO_AMOUNTS)],
)
def test_a_price_is_an_amount_or_unknown(value: Any, price: float | None) -> None:
    made = offer(pricing={"input": value}, throughput=value, first_token_latency_ms=value)
    assert (made.input_price, made.tokens_per_second) == (price, price)
    assert made.output_price is None
    assert made.first_token_seconds == (price if price is None else price / 1000)
    assert offer(pricing=value).input_price is None


def test_a_list_without_end_is_cut() -> None:
    many = [entry(f"a/b{number}", provider("x")) for number in range(6000)]
    assert len(read(*many)) == 5000
    (crowded,) = read(entry("a/b", *(provider(f"p{number}") for number in range(500))))
    assert len(crowded.offers) == 100


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "data",
                    "id",
                    "providers",
                    "provider",
                    "status",
                    "pricing",
                    "input",
                    "architecture",
                ]
            ),
            inner | st.just("a/b"),
            max_size=5,
        )
    ),
    max_leaves=30,
)


@given(_JSON)
def test_anything_can_be_read_and_comes_back_from_its_kept_form(value: Any) -> None:
    found = read_entries({"data": [value, {"id": "a/b", "providers": [value]}]})
    assert found is not None
    kept = json.loads(json.dumps(written_entries(found)))
    assert read_entries(kept) == found
