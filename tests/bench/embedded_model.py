"""Measures how fast the embedded model writes through the program, beside the bare engine."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median

from hfchat_gui.assembly import Core, assemble, local_model
from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.conversation.request import SamplingOptions
from tests.bench.bare_engine import BareEngine
from tests.bench.measured import Measured
from tests.bench.surroundings import surroundings

_Writing = Callable[[], Awaitable[int]]

PAIRS = 5
LEAST = 0.93
TOKENS = 160
SEED = 1
PROMPT = "Write a long story about a river that forgets where the sea is."


def measure() -> list[Measured]:
    """Let both write the same tokens in turns; nothing else runs meanwhile."""
    with tempfile.TemporaryDirectory(prefix="hfchat-bench-") as folder:
        os.environ.update(surroundings(Path(folder)))
        return [asyncio.run(_measure())]


async def _measure() -> Measured:
    core = assemble(_report)
    pairs = []
    try:
        with BareEngine() as engine:

            async def bare() -> int:
                return await asyncio.to_thread(engine.write, PROMPT, TOKENS, SEED)

            async def ours() -> int:
                return await _write_through(core)

            for number in range(PAIRS + 1):
                # By turns first, since what else the computer does comes and goes.
                rates = {one: await _rate(one) for one in _turned((ours, bare), number)}
                if number:  # the first one loads the model, and reads the prompt into the cache
                    pairs.append((rates[ours], rates[bare]))
    finally:
        await core.aclose()
    return Measured(
        "embedded model through the program",
        f"{median(mine for mine, _ in pairs):.1f} tokens/s",
        reference=f"{median(theirs for _, theirs in pairs):.1f} tokens/s (bare engine)",
        figure=median(mine / theirs for mine, theirs in pairs),
        form="{:.3f} ×",
        least=LEAST,
    )


def _turned(both: tuple[_Writing, _Writing], number: int) -> tuple[_Writing, ...]:
    return both[:: -1 if number % 2 else 1]


async def _rate(write: _Writing) -> float:
    began = time.perf_counter()
    tokens = await write()
    return tokens / (time.perf_counter() - began)


async def _write_through(core: Core) -> int:
    """One chat of the program, kept on disk as any other; return how many tokens came."""
    session = core.chats.new(local_model(core.catalogue))
    session.set_sampling(SamplingOptions(max_tokens=TOKENS, temperature=0.0, seed=SEED))
    session.send(PROMPT)
    await session.finished()
    reply = session.conversation.path[-1]
    if reply.state is not ReplyState.COMPLETE or reply.usage is None:
        raise RuntimeError(f"the program gave no whole reply: {reply.error}")
    return reply.usage.completion_tokens or 0


def _report(error: BaseException) -> None:
    raise error
