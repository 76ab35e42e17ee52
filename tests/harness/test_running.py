"""Both loops run coroutines to their end, again and again, and hand back what they return."""

from __future__ import annotations

import asyncio

import pytest

from tests.helpers.running import Run


async def _answer(delay: float = 0.0) -> int:
    await asyncio.sleep(delay)
    return 42


async def _fail() -> None:
    raise LookupError("as asked")


def test_plain_asyncio_returns_the_value_and_runs_again(run: Run) -> None:
    assert run(_answer()) == 42
    assert run(_answer(0.01)) == 42


def test_the_loop_of_qt_returns_the_value_and_runs_again(qt_run: Run) -> None:
    assert qt_run(_answer()) == 42
    assert qt_run(_answer(0.01)) == 42


def test_an_exception_comes_out_of_plain_asyncio(run: Run) -> None:
    with pytest.raises(LookupError, match="as asked"):
        run(_fail())


def test_an_exception_comes_out_of_the_loop_of_qt(qt_run: Run) -> None:
    with pytest.raises(LookupError, match="as asked"):
        qt_run(_fail())


def test_a_task_that_is_just_ending_is_not_left_behind(run: Run) -> None:
    async def start(kept: list[asyncio.Future[int]]) -> None:
        kept.append(asyncio.ensure_future(_answer(0.05)))

    run(start([]))
