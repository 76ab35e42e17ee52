"""A width that is dragged or read from a file is one that the panel can have."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.choices import NARROWEST_PANEL, WIDEST_PANEL, PanelChoice


@pytest.mark.parametrize(
    ("asked", "width"),
    [(0, NARROWEST_PANEL), (10**9, WIDEST_PANEL), (NARROWEST_PANEL + 1, NARROWEST_PANEL + 1)],
)
def test_the_nearest_width_is_taken_and_the_rest_stays(asked: int, width: int) -> None:
    choice = PanelChoice(is_in_wide=False, is_in_narrow=True).with_width(asked)
    assert choice == PanelChoice(width, is_in_wide=False, is_in_narrow=True)
