"""Reads JSON fast, and once more slowly where the fast parser refuses what servers do send."""

from __future__ import annotations

import json
from typing import Any

import msgspec


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
