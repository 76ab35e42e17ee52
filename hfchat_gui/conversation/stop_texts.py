"""Which texts make sense to stop an answer at: all are searched for with each word that comes."""

from __future__ import annotations

from collections.abc import Iterable

LONGEST_STOP = 1_000
"""Characters of one text; no answer ends with more by design."""

LONGEST_TOGETHER = 20_000
"""Characters of all of them."""


def usable_stops(texts: Iterable[object]) -> tuple[str, ...]:
    """Return those of some kept values that are such texts, as many as can be searched for."""
    stops, room = list[str](), LONGEST_TOGETHER
    for text in texts:
        if isinstance(text, str) and 0 < len(text) <= min(LONGEST_STOP, room):
            stops.append(text)
            room -= len(text)
    return tuple(stops)
