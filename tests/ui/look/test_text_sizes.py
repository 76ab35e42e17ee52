"""Text grows and shrinks in steps, from wherever it is, within its bounds."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hfchat_gui.ui.look.text_sizes import STEPS, larger, smaller


def test_each_step_leads_to_its_neighbour() -> None:
    for low, high in pairwise(STEPS):
        assert (larger(low), smaller(high)) == (high, low)


@pytest.mark.parametrize(("now", "up", "down"), [(103, 110, 100), (80, 90, 80), (200, 200, 175)])
def test_sizes_between_and_at_the_ends(now: int, up: int, down: int) -> None:
    assert (larger(now), smaller(now)) == (up, down)
