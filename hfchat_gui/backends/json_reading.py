"""Reads JSON fast, and once more slowly where the fast parser refuses what servers do send."""

from __future__ import annotations

import json
from typing import Any

import msgspec

_MOST = 10**9


class NotJson(ValueError):
    """The text is not JSON in any reading."""


def read_json(data: bytes) -> Any:
    """Return the value in `data`; raise `NotJson`.

    Half a surrogate pair and broken UTF-8 are let through: the first as it is, the second replaced.
    """
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    try:
        return json.loads(data.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        raise NotJson from None


def count_of(value: Any) -> int | None:
    """Return a number of tokens, or None for what cannot be one: a text, or beyond all sense.

    What has thousands of digits can be neither divided nor printed nor stored.
    """
    return value if isinstance(value, int) and 0 <= value <= _MOST else None
