"""How long a server asks to wait: the several headers and fields that say it, as seconds."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from email.utils import parsedate_to_datetime
from typing import Any

from hfchat_gui.conversation.waits import LONGEST_WAIT

_DURATION = re.compile(
    r"(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?"
)
_UNITS = (86400.0, 3600.0, 60.0, 1.0, 0.001)
# As seconds since 1970, and as milliseconds: numbers so large are a time of day, not a duration.
_EPOCH, _EPOCH_MS = 10**9, 10**12
_RESET = "x-ratelimit-reset"
_LIMIT_FIELD = re.compile(r"(?:^|[;,\s])(?:t|reset)=(\d+)")
_REMAINING = re.compile(r"(?:^|[;,\s])(?:r|remaining)=(\d+)")
_IN_WORDS = re.compile(
    r"(?:try again|retry|wait) (?:in |after |for )?(?:about |at least |another )?(?=\d|an? )",
    re.IGNORECASE,
)
# Part of a time, such as “1 minute and ”, “250ms” or, of a range, “2-3 hours”.
_PART = re.compile(
    r"(?:(\d{1,6}(?:\.\d{1,6})?)(?: ?(?:-|–|to) ?\d{1,6})?|an?\b)[ -]?"
    r"(?:(d|days?)|(h|hrs?|hours?)|(m|mins?|minutes?)|(s|secs?|seconds?)|(ms|milliseconds?))"
    r"(?![a-z])\.?(?:, )?(?: ?and )? ?",
    re.IGNORECASE,
)
_BARE_SECONDS = re.compile(r"\d{1,6}(?:\.\d{1,6})?(?!\w|-\d|[:.]\d)")
_MOST_PARTS = 4
_MOST_READ = 4000


def seconds_to_wait(headers: Mapping[str, str], fields: Mapping[str, Any]) -> float | None:
    """Return the seconds to wait before asking again, or None where nothing is said.

    First the Retry-After header (seconds or a date), then `RateLimit`, then the many forms of
    `x-ratelimit-reset`, then the body's fields, last its words.
    """
    return next((min(seconds, LONGEST_WAIT) for seconds in _ways(headers, fields)), None)


def time_in_words(seconds: float) -> str:
    """Return a time to wait as a person says it."""
    if seconds < 90:
        whole = max(1, round(seconds))
        return f"{whole} second{'s' if whole > 1 else ''}"
    if seconds < 2 * 3600:
        return f"{round(seconds / 60)} minutes"
    return f"{round(seconds / 3600)} hours"


def _ways(headers: Mapping[str, str], fields: Mapping[str, Any]) -> Iterator[float]:
    milliseconds = _number(headers.get("retry-after-ms", ""))
    found = (
        _number_or_date(headers.get("retry-after", "")),
        None if milliseconds is None else milliseconds / 1000,
        _rate_limit(headers.get("ratelimit", "")),
        _time(headers.get("ratelimit-reset", "")),
        _resets(headers),
        _number(fields.get("estimated_time")),
        _number(fields.get("retry_after")),
        _relayed(fields),
        _in_words(fields),
    )
    return (seconds for seconds in found if seconds is not None)


def _number(value: object) -> float | None:
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if isinstance(value, bool):  # Python counts with it
        return None
    if isinstance(value, int | float) and 0 <= value < float("inf"):
        return float(min(value, LONGEST_WAIT))  # cut first: an int may be larger than any float
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
    """Read `"api";r=0;t=295` and the older `limit=1, remaining=0, reset=50`.

    Of several limits that counts which is used up.
    """
    limits = re.split(r',\s*(?=")', text)
    used_up = [limit for limit in limits if (left := _REMAINING.search(limit)) and left[1] == "0"]
    times = [found for limit in used_up or limits if (found := _LIMIT_FIELD.search(limit))]
    return max(float(found[1]) for found in times) if times else None


def _resets(headers: Mapping[str, str]) -> float | None:
    """Read `x-ratelimit-reset`, or the same with a kind after it, such as `-requests`.

    Of several kinds that counts of which nothing remains, else the one that is reset first.
    """
    times = {name: _time(text) for name, text in headers.items() if name.startswith(_RESET)}
    known = {name.removeprefix(_RESET): found for name, found in times.items() if found is not None}
    used_up = [
        found
        for kind, found in known.items()
        if _number(headers.get(f"x-ratelimit-remaining{kind}", "")) == 0
    ]
    return max(used_up) if used_up else min(known.values(), default=None)


def _time(text: str) -> float | None:
    """Read seconds, `6m0s`, `120ms`, a date, or the time of day in seconds or milliseconds."""
    text = text.strip()
    found = _DURATION.fullmatch(text)
    if text and found is not None:
        return sum(
            float(part) * unit for part, unit in zip(found.groups(), _UNITS, strict=True) if part
        )
    try:
        value = float(text)
    except ValueError:
        return _number_or_date(text)
    if value >= _EPOCH:
        return max(0.0, (value / 1000 if value >= _EPOCH_MS else value) - time.time())
    return _number(value)


def _relayed(fields: Mapping[str, Any]) -> float | None:
    """Read the headers that a relay hands on within its error."""
    metadata = fields.get("metadata")
    headers = metadata.get("headers") if isinstance(metadata, dict) else None
    if not isinstance(headers, dict):
        return None
    texts = {str(name).lower(): str(value) for name, value in headers.items()}
    return next(iter(_ways(texts, {})), None)


def _in_words(fields: Mapping[str, Any]) -> float | None:
    """Read “Please try again in 7.66s” and “Wait 2 hours”."""
    for said in (fields.get("message"), fields.get("error")):
        text = said[:_MOST_READ] if isinstance(said, str) else ""
        for place in _IN_WORDS.finditer(text):
            if (seconds := _time_in_words(text, place.end())) is not None:
                return seconds
    return None


def _time_in_words(text: str, at: int) -> float | None:
    """Read the time that stands at this place, in one or several units; bare are seconds."""
    bare = _BARE_SECONDS.match(text, at)
    seconds, parts = None, 0
    while parts < _MOST_PARTS and (part := _PART.match(text, at)):
        number, *units = part.groups()
        unit = next(unit for unit, name in zip(_UNITS, units, strict=True) if name)
        seconds = (seconds or 0.0) + float(number or 1) * unit
        at, parts = part.end(), parts + 1
    return seconds if parts or bare is None else float(bare[0])
