"""Which numbers the options take, said and judged by one table."""

from __future__ import annotations

from dataclasses import fields
from math import inf, nan

import pytest

from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.conversation.sampling_ranges import RANGES


def test_every_number_among_the_options_has_its_range() -> None:
    numbers = {one.name for one in fields(SamplingOptions) if one.default is None}
    assert set(RANGES) == numbers


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("max_tokens", (1, 10**12), (0, -1, 1.0, True, "1", None, 10**400)),
        ("top_p", (0.001, 1), (0, 0.0, 1.1)),
        ("top_k", (2**63 - 1,), (2**63,)),
        ("temperature", (0, 0.5, 2), (-0.1, 2.1, nan, inf, True, "1", None)),
        ("seed", (0, 7), (-1, 0.0)),
        ("presence_penalty", (-2, 0, 2.0), (-2.01, 3)),
    ],
)
def test_it_holds_what_makes_sense(
    name: str, good: tuple[object, ...], bad: tuple[object, ...]
) -> None:
    assert all(RANGES[name].holds(value) for value in good)
    assert not any(RANGES[name].holds(value) for value in bad)


def test_it_says_what_is_needed() -> None:
    assert RANGES["max_tokens"].words == "a whole number from 1 up"
    assert RANGES["repetition_penalty"].words == "a number from 0.01 to 10"
