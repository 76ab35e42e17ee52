"""Figures are short in a row and whole when they are heard; what is not known is not said."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef, Offer, Source
from hfchat_gui.ui.model_picker.facts import (
    abilities,
    figures,
    offer_figures,
    spoken,
    spoken_offer,
    tokens,
)

_REF = ModelRef(Source.ROUTER, "org/model")
_ONE = Offer("one", 131_072, 0.29, 0.59, 480.4, 0.21, has_tools=True)
_TWO = Offer("two", 65_536, 0.05, 1.2, has_tools=False)
_BARE = Offer("bare")


@pytest.mark.parametrize(
    ("count", "short"),
    [
        *(
            (512, "512"),
            (8_192, "8k"),
            (40_960, "40k"),
            (131_072, "128k"),
            (262_144, "256k"),
            (128_000, "128k"),
            (200_000, "200k"),
        ),
        *((1_000_000, "1M"), (1_048_576, "1M"), (2_500_000, "2.5M"), (10_000_000, "10M")),
    ],
)
def test_tokens_are_written_short(count: int, short: str) -> None:
    assert tokens(count) == short


def test_a_model_of_several_providers_has_the_smallest_window_and_the_range_of_prices() -> None:
    info = ModelInfo(_REF, 131_072, (_ONE, _TWO))
    assert figures(info) == "64k · $0.05–0.29 / $0.59–1.20 · 2 providers"
    assert abilities(info) == ("some tools",)
    assert spoken(info) == (
        "65,536 tokens of context, 0.05 to 0.29 dollars per million tokens read, "
        "0.59 to 1.20 per million written, 2 providers, tools at 1 of 2 providers"
    )


def test_a_model_of_one_provider_says_so() -> None:
    info = ModelInfo(_REF, None, (_ONE,), reads_images=True)
    assert figures(info) == "128k · $0.29 / $0.59 · 1 provider"
    assert abilities(info) == ("images", "tools")
    assert spoken(info).endswith("1 provider, reads images, tools")


def test_what_is_not_known_is_left_out() -> None:
    assert figures(ModelInfo(_REF)) == ""
    assert spoken(ModelInfo(_REF)) == ""
    assert abilities(ModelInfo(_REF)) == ()
    assert figures(ModelInfo(_REF, None, (_BARE,))) == "1 provider"
    assert offer_figures(_BARE) == ""
    assert spoken_offer(_BARE) == ""


def test_a_provider_has_its_own_window_price_and_speed() -> None:
    assert offer_figures(_ONE) == "128k · $0.29 / $0.59 · 480 tokens/s"
    assert spoken_offer(_ONE) == (
        "131,072 tokens of context, 0.29 dollars per million tokens read, 0.59 per million "
        "written, 480 tokens a second, first token after 0.2 seconds, tools"
    )


def test_a_price_of_nothing_is_written() -> None:
    assert offer_figures(Offer("free", input_price=0.0, output_price=0.0)) == "$0.00 / $0.00"
