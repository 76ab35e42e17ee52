"""Positions in a text as Qt counts them: in UTF-16 units, of which an emoji has two."""

from __future__ import annotations


def to_units(text: str, position: int) -> int:
    """Return how many units lie before a character position."""
    if text.isascii():
        return position
    return len(encoded(text[:position])) // 2


def to_position(text: str, units: int) -> int:
    """Return the character position after so many units; inside a character, the one before it."""
    if text.isascii():
        return units
    return len(part(encoded(text), 0, units))


def encoded(text: str) -> bytes:
    """Return the text's units, two bytes each."""
    return text.encode("utf-16-le", "surrogatepass")


def part(units: bytes, start: int, end: int) -> str:
    """Return the text between two unit positions; half a character at an end is left out."""
    return units[2 * start : 2 * end].decode("utf-16-le", "ignore")
