"""Reads JSON fast, and once more slowly where the fast parser refuses what servers do send."""

from __future__ import annotations

import json
from typing import Any

import msgspec

_MOST = 10**9
_LONGEST_NUMBER = 300


class NotJson(ValueError):
    """The text is not JSON in any reading."""


def read_json(data: bytes) -> Any:
    """Return the value in `data`; raise `NotJson`.

    Half a surrogate pair and broken UTF-8 are let through: the first as it is, the second replaced.
    So are raw line ends and the like in a text, and whole numbers that are too long to count.
    """
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    try:
        text = data.decode("utf-8-sig", "replace")
        return json.loads(text, strict=False, parse_int=_whole)
    except (ValueError, RecursionError):
        raise NotJson from None


def _whole(digits: str) -> float:
    return int(digits) if len(digits) <= _LONGEST_NUMBER else float(digits)


def count_of(value: Any) -> int | None:
    """Return a number of tokens, or None for what cannot be one: a text, true, beyond all sense.

    What has thousands of digits can be neither divided nor printed nor stored.
    """
    if isinstance(value, bool):  # Python counts with it
        return None
    if isinstance(value, float) and value.is_integer():  # some languages know no other numbers
        value = int(value)
    return value if isinstance(value, int) and 0 <= value <= _MOST else None
