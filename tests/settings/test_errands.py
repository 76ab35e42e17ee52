"""Work that hangs holds its own thread and nobody else."""

from __future__ import annotations

import asyncio
import threading

import pytest

from hfchat_gui.settings.errands import Errand
from tests.helpers.running import Run


def test_the_result_comes_to_all_who_wait(run: Run) -> None:
    async def scenario() -> None:
        gate = threading.Event()
        errand = Errand(lambda: gate.wait(5), "test")
        waiting = [asyncio.ensure_future(errand.wait(5)) for _ in range(3)]
        await asyncio.sleep(0.01)
        assert not errand.done
        gate.set()
        assert await asyncio.gather(*waiting) == [True] * 3
        assert await errand.wait(0) is True

    run(scenario())


def test_what_the_work_raises_comes_to_the_one_who_waits(run: Run) -> None:
    async def scenario() -> None:
        with pytest.raises(ZeroDivisionError):
            await Errand(lambda: 1 // 0, "test").wait(5)

    run(scenario())


def test_who_waits_too_long_leaves_and_may_come_again(run: Run) -> None:
    async def scenario() -> None:
        gate = threading.Event()
        errand = Errand(lambda: gate.wait(5), "test")
        for seconds in (0.05, 0.0, -1.0):
            with pytest.raises(TimeoutError):
                await errand.wait(seconds)
        gate.set()
        assert await errand.wait(5)

    run(scenario())


def test_a_result_for_a_loop_that_has_closed_is_dropped() -> None:
    gate = threading.Event()
    before = set(threading.enumerate())

    async def scenario() -> None:
        with pytest.raises(TimeoutError):
            await Errand(lambda: gate.wait(5), "test").wait(0.01)

    asyncio.run(scenario())
    (thread,) = set(threading.enumerate()) - before
    gate.set()
    thread.join(5)
    assert not thread.is_alive()
