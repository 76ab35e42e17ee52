"""The clock is the computer's own unless a test puts another in its place."""

from __future__ import annotations

import time

from hfchat_gui.routing.clock import Clock
from tests.helpers.running import Run


def test_it_is_the_computers_own_time(run: Run) -> None:
    clock = Clock()
    before = time.time()
    run(_pause(clock))
    assert before <= clock.now() <= time.time()


def test_chances_lie_within_one() -> None:
    assert all(0 <= Clock().chance() < 1 for _ in range(100))


async def _pause(clock: Clock) -> None:
    await clock.sleep(0)
