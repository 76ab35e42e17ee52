"""Tests for how long a server asks to wait."""

from __future__ import annotations

import time
from email.utils import formatdate

import pytest

from hfchat_gui.backends.retry_after import seconds_to_wait, time_in_words


@pytest.mark.parametrize(
    ("headers", "fields", "seconds"),
    [
        ({}, {}, None),
        ({"retry-after": "3"}, {"estimated_time": 20.0}, 3.0),
        ({"retry-after": "0.5"}, {}, 0.5),
        ({"retry-after": "soon"}, {}, None),
        ({"retry-after": "-3"}, {}, None),
        ({"retry-after": "nan"}, {}, None),
        ({"retry-after": "inf"}, {}, None),
        ({"retry-after": "999999999"}, {}, 86400.0),
        ({"ratelimit": '"api";r=0;t=295'}, {}, 295.0),
        ({"ratelimit": "odd"}, {}, None),
        ({"x-ratelimit-reset": "6m0s"}, {}, 360.0),
        ({"x-ratelimit-reset": "1h2m3.5s"}, {}, 3723.5),
        ({"x-ratelimit-reset": "7"}, {}, 7.0),
        ({"x-ratelimit-reset": "later"}, {}, None),
        ({"retry-after-ms": "1500"}, {}, 1.5),
        ({"retry-after-ms": "soon"}, {}, None),
        ({"ratelimit": "limit=100, remaining=0, reset=50"}, {}, 50.0),
        ({"ratelimit": '"short";r=0;t=3, "day";r=900;t=4000'}, {}, 3.0),
        ({"ratelimit": '"short";r=2;t=3, "day";r=0;t=4000'}, {}, 4000.0),
        ({"ratelimit-reset": "8"}, {}, 8.0),
        ({"x-ratelimit-reset": "120ms"}, {}, 0.12),
        ({"x-ratelimit-reset": "1d"}, {}, 86400.0),
        ({"x-ratelimit-reset": "1000000000"}, {}, 0.0),
        ({"x-ratelimit-reset": "1000000000000"}, {}, 0.0),
        ({"x-ratelimit-reset": "Thu, 01 Jan 2015 00:00:00 GMT"}, {}, 0.0),
        (
            {
                "x-ratelimit-reset-requests-day": "33011.5",
                "x-ratelimit-reset-tokens-minute": "11.5",
            },
            {},
            11.5,
        ),
        (
            {
                "x-ratelimit-reset-requests": "2m59.56s",
                "x-ratelimit-remaining-requests": "0",
                "x-ratelimit-reset-tokens": "7.66s",
                "x-ratelimit-remaining-tokens": "9",
            },
            {},
            179.56,
        ),
        ({"x-ratelimit-reset": "later", "x-ratelimit-reset-tokens": "7s"}, {}, 7.0),
        ({}, {"metadata": {"headers": {"X-RateLimit-Reset": "7"}}}, 7.0),
        ({}, {"metadata": {"headers": {}}}, None),
        ({}, {"metadata": {"headers": []}}, None),
        ({}, {"metadata": 5}, None),
        ({}, {"retry_after": 6}, 6.0),
        ({}, {"message": "Rate limit reached. Please try again in 7.66s. Visit x"}, 7.66),
        ({}, {"error": "Please retry after 20 seconds."}, 20.0),
        ({}, {"message": "Please try again in 6m0s."}, 360.0),
        ({}, {"message": "Try again in 2 minutes"}, 120.0),
        ({}, {"message": "Try again soon"}, None),
        ({}, {"message": "Please try again in 2 min."}, 120.0),
        ({}, {"message": "wait 2 hours, please"}, 7200.0),
        ({}, {"message": "Try again in 1 hour"}, 3600.0),
        ({}, {"message": "Try again in about an hour"}, 3600.0),
        ({}, {"message": "Wait for 1 minute and 30 secs"}, 90.0),
        ({}, {"message": "Try again in 2-3 minutes"}, 120.0),
        ({}, {"message": "Retry after 1 day"}, 86400.0),
        ({}, {"message": "Please try again in 250 ms"}, 0.25),
        ({}, {"message": "Retry after 5. Then 2 minutes pass."}, 5.0),
        ({}, {"message": "Retry after 2026-01-01"}, None),
        ({}, {"message": "Retry after 10:30"}, None),
        ({}, {"message": "Wait a bit, then try again in 5 s"}, 5.0),
        ({}, {"estimated_time": 20}, 20.0),
        ({}, {"estimated_time": "20"}, 20.0),
        ({}, {"estimated_time": None}, None),
        ({}, {"estimated_time": True}, None),
        ({}, {"retry_after": False, "estimated_time": False}, None),
        ({}, {"estimated_time": [1]}, None),
        ({}, {"estimated_time": 10**400}, 86400.0),
        ({}, {"estimated_time": "9" * 5000}, None),
        ({"retry-after": "Mon, 99 Foo 99999999999 99:99:99 GMT"}, {}, None),
        ({"ratelimit": "t=" + "9" * 5000}, {}, 86400.0),
        ({"x-ratelimit-reset": "9" * 5000 + "h"}, {}, 86400.0),
    ],
)
def test_all_ways_to_say_it_are_read(
    headers: dict[str, str], fields: dict[str, object], seconds: float | None
) -> None:
    assert seconds_to_wait(headers, fields) == (
        seconds if seconds is None else pytest.approx(seconds)
    )


@pytest.mark.parametrize(("ahead", "least", "most"), [(60, 50, 61), (-60, 0, 0)])
def test_a_date_is_read(ahead: float, least: float, most: float) -> None:
    date = formatdate(time.time() + ahead, usegmt=True)
    seconds = seconds_to_wait({"retry-after": date}, {})
    assert seconds is not None
    assert least <= seconds <= most


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "1 second"),
        (20, "20 seconds"),
        (89, "89 seconds"),
        (3600, "60 minutes"),
        (86400, "24 hours"),
    ],
)
def test_times_are_said_as_people_say_them(seconds: float, words: str) -> None:
    assert time_in_words(seconds) == words
