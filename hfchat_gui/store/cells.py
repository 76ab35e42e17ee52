"""Reads single cells: a database that was edited or damaged may hold anything in any column."""

from __future__ import annotations

from math import isfinite
from typing import Any


def text_in(cell: Any) -> str:
    """Return a cell as text, as far as there is any."""
    if isinstance(cell, bytes):
        return readable(cell)
    return cell if isinstance(cell, str) else "" if cell is None else str(cell)


def text_or_none(cell: Any) -> str | None:
    """Return a cell as text, or None where it is empty."""
    return text_in(cell) or None


def number_in(cell: Any) -> float:
    """Return a cell as a number, 0 for what is none or beyond all bounds."""
    return float(cell) if is_number(cell) else 0.0


def is_number(value: Any) -> bool:
    """Whether a value, of a cell or from JSON, is a number that can be reckoned with."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return isfinite(value)
    except OverflowError:  # a whole number beyond what a float can hold
        return False


def readable(text: bytes) -> str:
    """Return stored bytes as text; as `text_factory`, or one odd byte would hide a whole row."""
    return text.decode("utf-8", "replace")
