"""Work that may hang for ever, on a daemon thread: one waits for it as long as one likes."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Errand(Generic[T]):
    """One call of `work`, begun at once. Who waits too long leaves; the work goes on."""

    def __init__(self, work: Callable[[], T], name: str) -> None:
        self._begun = time.monotonic()
        self._work = work
        self._guard = threading.Lock()
        self._waiting: list[tuple[asyncio.AbstractEventLoop, asyncio.Future[None]]] = []
        self._done = False
        self._result: T | None = None
        self._error: BaseException | None = None
        threading.Thread(target=self._run, name=name, daemon=True).start()

    @property
    def done(self) -> bool:
        """Whether the work has ended."""
        return self._done

    @property
    def age(self) -> float:
        """Seconds since the work was begun."""
        return time.monotonic() - self._begun

    async def wait(self, seconds: float) -> T:
        """Return what the work returns or raise what it raises; `TimeoutError` if it takes longer.

        `seconds` may be 0 or less: then only work that has ended is answered.
        """
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[None] = loop.create_future()
        with self._guard:
            if self._done:
                ended.set_result(None)
            else:
                self._waiting.append((loop, ended))
        await asyncio.wait({ended}, timeout=max(seconds, 0.0))
        if not ended.done():
            raise TimeoutError
        return self._outcome()

    def _outcome(self) -> T:
        if self._error is not None:
            raise self._error
        return self._result  # type: ignore[return-value]  # set before `_done`

    def _run(self) -> None:
        try:
            self._result = self._work()
        except BaseException as error:  # noqa: BLE001 - handed whole to those who wait
            self._error = error
        with self._guard:
            self._done = True
        for loop, ended in self._waiting:
            with contextlib.suppress(RuntimeError):  # that loop has closed meanwhile
                loop.call_soon_threadsafe(_settle, ended)


def _settle(ended: asyncio.Future[None]) -> None:
    if not ended.done():
        ended.set_result(None)
