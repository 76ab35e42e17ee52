"""Both palettes can be read: every pair of text and ground that occurs is far enough apart."""

from __future__ import annotations

import pytest

from hfchat_gui.ui.look.palette import DARK, LIGHT, Palette
from tests.ui.contrast import contrast

_TEXTS = ("text", "text_secondary", "accent", "danger", "success")
_CODE = tuple(name for name in Palette.__slots__ if name.startswith("code_"))
_both = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])


@_both
@pytest.mark.parametrize("ground", ["window", "side_panel", "card"])
@pytest.mark.parametrize("text", _TEXTS)
def test_text_is_readable_on_every_ground(palette: Palette, ground: str, text: str) -> None:
    assert contrast(getattr(palette, text), getattr(palette, ground)) >= 4.5


@_both
@pytest.mark.parametrize("ground", ["hover", "selected"])
@pytest.mark.parametrize("text", ["text", "text_secondary"])
def test_rows_stay_readable_under_the_mouse_and_selected(
    palette: Palette, ground: str, text: str
) -> None:
    assert contrast(getattr(palette, text), getattr(palette, ground)) >= 4.5


@_both
@pytest.mark.parametrize("code", _CODE)
def test_code_is_readable_on_a_card(palette: Palette, code: str) -> None:
    assert contrast(getattr(palette, code), palette.card) >= 4.5


@_both
def test_buttons_and_selected_text_are_readable(palette: Palette) -> None:
    assert contrast(palette.text_on_accent, palette.accent) >= 4.5
    assert contrast(palette.text_on_accent, palette.accent_hover) >= 4.5
    assert contrast(palette.text, palette.selection) >= 4.5


@_both
@pytest.mark.parametrize("ground", ["window", "side_panel", "card"])
def test_borders_and_focus_rings_can_be_seen(palette: Palette, ground: str) -> None:
    assert contrast(palette.control_border, getattr(palette, ground)) >= 3
    assert contrast(palette.accent, getattr(palette, ground)) >= 3
