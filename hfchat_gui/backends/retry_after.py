"""How long a server asks to wait: the several headers and fields that say it, as seconds."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any

_DURATION = re.compile(r"(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s)?")
_LONGEST = 24 * 3600.0


def seconds_to_wait(headers: Mapping[str, str], fields: Mapping[str, Any]) -> float | None:
    """Return the seconds to wait before asking again, or None where nothing is said.

    First the Retry-After header (seconds or a date), then `RateLimit` (`t=`), then
    `x-ratelimit-reset` (seconds or `6m0s`), last the body's `estimated_time`.
    """
    ways = (
        _number_or_date(headers.get("retry-after", "")),
        _rate_limit(headers.get("ratelimit", "")),
        _duration(headers.get("x-ratelimit-reset", "")),
        _number(fields.get("estimated_time")),
    )
    return next((min(seconds, _LONGEST) for seconds in ways if seconds is not None), None)


def spoken(seconds: float) -> str:
    """Return a time to wait as a person says it."""
    if seconds < 90:
        whole = max(1, round(seconds))
        return f"{whole} second{'s' if whole > 1 else ''}"
    return f"{round(seconds / 60)} minutes"


def _number(value: object) -> float | None:
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if isinstance(value, int | float) and 0 <= value < float("inf"):
        return float(min(value, _LONGEST))  # cut first: an int may be larger than any float
    return None


def _number_or_date(text: str) -> float | None:
    seconds = _number(text)
    if seconds is not None or not text:
        return seconds
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None


def _rate_limit(text: str) -> float | None:
    found = re.search(r"\bt=(\d+)", text)
    return float(found[1]) if found else None


def _duration(text: str) -> float | None:
    found = _DURATION.fullmatch(text.strip())
    if not text.strip() or found is None:
        return _number(text)
    hours, minutes, seconds = (float(part or 0) for part in found.groups())
    return hours * 3600 + minutes * 60 + seconds
