"""Small choices that outlive a run, as values: how the window looks and how it is used."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

SMALLEST_TEXT, USUAL_TEXT, LARGEST_TEXT = 80, 100, 200
"""Text sizes in percent of the system's own."""


class ColourScheme(StrEnum):
    """Which colours the window has."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class SendKey(StrEnum):
    """Which key sends a message; the other one breaks the line."""

    ENTER = "enter"  # Shift+Enter breaks the line
    CTRL_ENTER = "ctrl_enter"  # Enter breaks the line


class ProxyMode(StrEnum):
    """Which proxy is used for other computers; this one is always reached directly."""

    SYSTEM = "system"  # what the environment names, else the system's settings
    MANUAL = "manual"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class ProxyChoice:
    """How to reach other computers. `address` and `exceptions` are as typed, for `MANUAL`.

    The password is none of it: that is kept in the keyring.
    """

    mode: ProxyMode = ProxyMode.SYSTEM
    address: str = ""
    user: str = ""
    exceptions: str = ""


@dataclass(frozen=True, slots=True)
class WindowPlace:
    """Where the window stood, in device-independent pixels; `is_maximised` beside it."""

    x: int
    y: int
    width: int
    height: int
    is_maximised: bool = False
