"""Reads the JSON that a person adds to a request, and refuses what would change the chat itself."""

from __future__ import annotations

import json
from typing import Any

RESERVED = ("model", "messages", "stream", "inputs", "prompt")
"""What extra fields may not set: it is what is asked, and how its answer is read."""

_LONGEST = 20_000  # characters


class UnusableJson(ValueError):
    """The text cannot be sent; the message is a sentence for the person."""


def checked_object(text: str) -> str:
    """Return the text of a JSON object as it is kept, "" for none; raise `UnusableJson`."""
    fields = _read(text.strip()) if text.strip() else {}
    return json.dumps(fields, ensure_ascii=False) if fields else ""


def checked_extra(text: str) -> str:
    """Return the same for extra fields, which may not set what is `RESERVED`."""
    kept = checked_object(text)
    if taken := [name for name in object_in(kept) if name in RESERVED]:
        raise UnusableJson(f"Extra fields cannot set {' or '.join(taken)}.")
    return kept


def object_in(text: str) -> dict[str, Any]:
    """Return the fields that a kept text holds; an unusable one holds none."""
    try:
        return _read(text)
    except UnusableJson:
        return {}


def extra_in(text: str) -> dict[str, Any]:
    """Return the extra fields that a kept text holds, never any that are `RESERVED`."""
    return {name: value for name, value in object_in(text).items() if name not in RESERVED}


def _read(text: str) -> dict[str, Any]:
    if len(text) > _LONGEST:
        raise UnusableJson(f"At most {_LONGEST} characters of JSON can be added.")
    try:
        value = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise UnusableJson('A JSON object is needed, such as {"top_k": 40}.')
    return value


def _no_number(name: str) -> float:
    raise ValueError(name)  # NaN and Infinity are no JSON
