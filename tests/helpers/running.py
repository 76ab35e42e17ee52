"""Runs coroutines for tests, on plain asyncio or on Qt's loop, and sees what they leave behind."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
_GRACE = 5.0


class Run(Protocol):
    """The fixtures `run` and `qt_run`: run a coroutine to its end and return what it returns."""

    def __call__(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run this coroutine."""
        ...


class Running:
    """An `asyncio.Runner` that lists the tasks still alive when it is closed."""

    def __init__(self, loop_factory: Callable[[], asyncio.AbstractEventLoop] | None = None) -> None:
        self._runner = asyncio.Runner(loop_factory=loop_factory)
        self._used = False

    def __call__(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run this coroutine; may be called again on the same loop."""
        self._used = True
        return self._runner.run(coroutine)

    def close(self) -> list[str]:
        """Close the loop and describe every task that was left running on it."""
        leaked = self._runner.run(_tasks_that_stay()) if self._used else []
        self._runner.close()
        return leaked


async def _tasks_that_stay() -> list[str]:
    """Give tasks that are ending a moment; describe the others."""
    me = asyncio.current_task()
    tasks = asyncio.all_tasks() - {me}
    if tasks:
        _, tasks = await asyncio.wait(tasks, timeout=_GRACE)
    return [repr(task) for task in tasks]
