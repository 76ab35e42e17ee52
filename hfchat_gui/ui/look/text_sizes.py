"""The steps in which text grows and shrinks."""

from __future__ import annotations

from hfchat_gui.conversation.choices import LARGEST_TEXT, SMALLEST_TEXT

STEPS = (SMALLEST_TEXT, 90, 100, 110, 125, 150, 175, LARGEST_TEXT)
"""In percent of the system's size."""


def larger(percent: int) -> int:
    """Return the next step up, or the largest."""
    return next((step for step in STEPS if step > percent), LARGEST_TEXT)


def smaller(percent: int) -> int:
    """Return the next step down, or the smallest."""
    return next((step for step in reversed(STEPS) if step < percent), SMALLEST_TEXT)
