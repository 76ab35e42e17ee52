"""Reads the JSON that a person adds to a request, and refuses what would change the chat itself."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

RESERVED = ("model", "messages", "stream", "inputs", "prompt")
"""What extra fields may not set: it is what is asked, and how its answer is read."""

_LONGEST = 20_000  # characters


class UnusableJson(ValueError):
    """The text cannot be sent; the message is a sentence for the person."""


def checked_object(text: str) -> str:
    """Return the text of a JSON object as it is kept, "" for none; raise `UnusableJson`."""
    return _checked(text, '{"type": "json_object"}')


def checked_extra(text: str) -> str:
    """Return the same for extra fields, which may not set what is `RESERVED`."""
    kept = _checked(text, '{"top_k": 40}')
    if taken := [name for name in object_in(kept) if name in RESERVED]:
        raise UnusableJson(f"Extra fields cannot set {' or '.join(taken)}.")
    return kept


def object_in(text: str) -> dict[str, Any]:
    """Return the fields that a kept text holds; an unusable one holds none."""
    try:
        return _read(text, "")
    except UnusableJson:
        return {}


def extra_in(text: str) -> dict[str, Any]:
    """Return the extra fields that a kept text holds, never any that are `RESERVED`."""
    return {name: value for name, value in object_in(text).items() if name not in RESERVED}


def _checked(text: str, example: str) -> str:
    fields = _read(text.strip(), example) if text.strip() else {}
    return json.dumps(fields, ensure_ascii=False) if fields else ""


def _read(text: str, example: str) -> dict[str, Any]:
    if len(text) > _LONGEST:
        raise UnusableJson(f"At most {_LONGEST} characters of JSON can be added.")
    try:
        value = json.loads(text, parse_constant=_no_number, parse_float=_finite)
        json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair cannot be sent
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise UnusableJson(f"A JSON object is needed, such as {example}.")
    return value


def _finite(digits: str) -> float:
    number = float(digits)
    return number if isfinite(number) else _no_number(digits)


def _no_number(name: str) -> float:
    raise ValueError(name)  # NaN and Infinity are no JSON
