"""How long tests wait, on a busy machine, for what takes an idle one less than a second."""

from __future__ import annotations

import asyncio

SOON = 10.0
"""Seconds. Only where what is broken never comes, or takes a good deal longer than this."""
_TURNS = 30


async def settle(seconds: float = 0.02) -> None:
    """Let a little time pass and then the loop turn often: what waits for nothing is over then.

    The turns count where a busy machine has let all of the time pass before the first of them.
    """
    await asyncio.sleep(seconds)
    for _ in range(_TURNS):
        await asyncio.sleep(0)
