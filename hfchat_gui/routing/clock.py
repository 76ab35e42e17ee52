"""The time as replies that wait see it: one place, so that nobody has to wait to test them."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clock:
    """`now`: Unix time in seconds. `sleep`: pauses for seconds. `chance`: from 0 to below 1."""

    now: Callable[[], float] = time.time
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    chance: Callable[[], float] = random.random
