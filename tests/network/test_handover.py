"""Tests for handing items from a thread to the loop."""

from __future__ import annotations

import asyncio
import threading

import pytest

from hfchat_gui.network.handover import Handover, tell
from tests.helpers.patience import SOON
from tests.helpers.running import Run


def in_thread(work: object, *args: object) -> threading.Thread:
    thread = threading.Thread(target=work, args=args)  # type: ignore[arg-type]
    thread.start()
    return thread


def test_all_that_waits_is_taken_at_once(run: Run) -> None:
    async def scenario() -> list[list[object]]:
        handover = Handover(asyncio.get_running_loop())
        for item in "abc":
            handover.put(item)
        handover.end()
        handover.end(ValueError("the first end counts"))
        return [await handover.take(), await handover.take()]

    assert run(scenario()) == [["a", "b", "c"], []]


def test_an_error_comes_after_what_was_put_before(run: Run) -> None:
    async def scenario() -> None:
        handover = Handover(asyncio.get_running_loop())
        handover.put("a")
        handover.end(ValueError("broken"))
        assert await handover.take() == ["a"]
        with pytest.raises(ValueError, match="broken"):
            await handover.take()

    run(scenario())


@pytest.mark.parametrize("count", [1, 1000])
def test_nothing_is_lost_between_thread_and_loop(run: Run, count: int) -> None:
    async def scenario() -> None:
        handover = Handover(asyncio.get_running_loop())

        def work() -> None:
            for number in range(count):
                handover.put(number)
            handover.end()

        thread = in_thread(work)
        taken: list[object] = []
        while items := await handover.take():
            taken += items
        assert taken == list(range(count))
        thread.join()

    run(scenario())


def test_a_reader_far_ahead_waits_until_there_is_room_or_nobody_listens(run: Run) -> None:
    async def scenario() -> None:
        handover = Handover(asyncio.get_running_loop())

        begun: list[int] = []

        def work() -> None:
            for number in range(200):
                begun.append(number)
                handover.put(number)

        thread = in_thread(work)
        while len(begun) < 65:  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.05)  # would it go on, it would do so now
        assert len(await handover.take()) == 64
        handover.close()
        thread.join(SOON)
        assert not thread.is_alive()
        handover.put("dropped")

    run(scenario())


def test_a_stray_wake_up_changes_nothing(run: Run) -> None:
    async def scenario() -> None:
        handover = Handover(asyncio.get_running_loop())
        handover.put("a")
        assert await handover.take() == ["a"]
        taking = asyncio.ensure_future(handover.take())
        await asyncio.sleep(0.02)
        assert not taking.done()
        handover.put("b")
        handover.end()
        assert await taking == ["b"]
        await asyncio.sleep(0)

    run(scenario())


def test_a_closed_loop_hears_nothing() -> None:
    loop = asyncio.new_event_loop()
    loop.close()
    tell(loop, lambda: None)
