"""Tests for how long a server asks to wait."""

from __future__ import annotations

import time
from email.utils import formatdate

import pytest

from hfchat_gui.backends.retry_after import seconds_to_wait, spoken


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
        ({}, {"estimated_time": 20}, 20.0),
        ({}, {"estimated_time": "20"}, 20.0),
        ({}, {"estimated_time": None}, None),
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
    assert seconds_to_wait(headers, fields) == seconds


@pytest.mark.parametrize(("ahead", "least", "most"), [(60, 50, 61), (-60, 0, 0)])
def test_a_date_is_read(ahead: float, least: float, most: float) -> None:
    date = formatdate(time.time() + ahead, usegmt=True)
    seconds = seconds_to_wait({"retry-after": date}, {})
    assert seconds is not None
    assert least <= seconds <= most


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 second"), (20, "20 seconds"), (89, "89 seconds"), (3600, "60 minutes")],
)
def test_times_are_said_as_people_say_them(seconds: float, words: str) -> None:
    assert spoken(seconds) == words
