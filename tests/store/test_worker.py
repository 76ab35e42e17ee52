"""The store's thread works in order, answers whoever still waits, and never holds the end."""

from __future__ import annotations

import asyncio
import threading

import pytest

from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.store.worker import Worker
from tests.helpers.running import Run


def test_results_and_errors_come_back(run: Run) -> None:
    async def scenario() -> None:
        worker = Worker("test")
        assert await worker.run(lambda: 7) == 7
        with pytest.raises(ZeroDivisionError):
            await worker.run(lambda: 1 // 0)
        assert await worker.run(threading.current_thread) is not threading.current_thread()
        assert await worker.aclose(lambda: None, 5)

    run(scenario())


def test_the_last_work_is_done_after_all_others(run: Run) -> None:
    async def scenario() -> None:
        done: list[int] = []
        worker = Worker("test")
        waiting = [asyncio.ensure_future(worker.run(lambda n=n: done.append(n))) for n in range(5)]  # type: ignore[misc]
        await asyncio.sleep(0)
        assert await worker.aclose(lambda: done.append(99), 5)
        await asyncio.gather(*waiting)
        assert done == [0, 1, 2, 3, 4, 99]
        assert await worker.aclose(lambda: done.append(100), 5)
        with pytest.raises(StorageFailed):
            await worker.run(lambda: 1)

    run(scenario())


def test_what_the_last_work_raises_is_told(run: Run) -> None:
    async def scenario() -> None:
        worker = Worker("test")
        await worker.run(lambda: None)
        with pytest.raises(ZeroDivisionError):
            await worker.aclose(lambda: print(1 // 0), 5)

    run(scenario())


def test_an_answer_for_a_loop_that_has_closed_is_dropped() -> None:
    gate = threading.Event()
    worker = Worker("test")

    async def scenario() -> None:
        waiting = asyncio.ensure_future(worker.run(lambda: gate.wait(5)))
        await asyncio.sleep(0.02)
        assert not await worker.aclose(lambda: None, 0.01)
        waiting.cancel()

    asyncio.run(scenario())
    gate.set()
    assert worker._thread is not None
    worker._thread.join(5)
    assert not worker._thread.is_alive()


def test_a_worker_that_never_worked_is_closed_at_once(run: Run) -> None:
    assert run(Worker("test").aclose(lambda: None, 5))
