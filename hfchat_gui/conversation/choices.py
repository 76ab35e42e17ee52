"""Small choices that outlive a run, as values: how the window looks and how it is used."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

SMALLEST_TEXT, USUAL_TEXT, LARGEST_TEXT = 80, 100, 200
"""Text sizes in percent of the system's own."""

NARROWEST_PANEL, USUAL_PANEL, WIDEST_PANEL = 180, 260, 480
"""Widths of the side panel in pixels, at the usual size of text."""

_ORGANISATION = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,95}")


def is_organisation(text: str) -> bool:
    """Whether a text can be the name of an organisation at Hugging Face."""
    return _ORGANISATION.fullmatch(text) is not None


class ColourScheme(StrEnum):
    """Which colours the window has."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class SendKey(StrEnum):
    """Which key sends a message; the other one breaks the line."""

    ENTER = "enter"  # Shift+Enter breaks the line
    CTRL_ENTER = "ctrl_enter"  # Enter breaks the line


@dataclass(frozen=True, slots=True)
class PanelChoice:
    """How the side panel is: `width` in pixels at the usual size of text, with which it grows.

    A wide window and a narrow one each remember whether it is shown.
    """

    width: int = USUAL_PANEL
    is_in_wide: bool = True
    is_in_narrow: bool = False

    def with_width(self, width: int) -> PanelChoice:
        """Return the choice with the nearest width that a panel can have."""
        return replace(self, width=min(max(width, NARROWEST_PANEL), WIDEST_PANEL))


@dataclass(frozen=True, slots=True)
class WindowPlace:
    """Where the window stood, in device-independent pixels; `is_maximised` beside it."""

    x: int
    y: int
    width: int
    height: int
    is_maximised: bool = False
