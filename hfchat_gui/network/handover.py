"""Hands what a reader thread has read to the event loop, with one wake-up for all that waits."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable

# A reader that is this many reads ahead of a busy loop waits for it.
_MOST_WAITING = 64


def tell(loop: asyncio.AbstractEventLoop, callback: Callable[[], None]) -> None:
    """Call back on the loop from another thread; a loop that is closed hears nothing more."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(callback)


class Handover:
    """A queue from one thread to one coroutine."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._changed = threading.Condition()
        self._items: list[object] = []
        self._ended = False
        self._error: Exception | None = None
        self._closed = False
        self._waking = False
        self._waiter: asyncio.Future[None] | None = None

    # --- from the thread -------------------------------------------------------------------------

    def put(self, item: object) -> None:
        """Hand over one item; wait while too many lie there; drop it if nobody takes any more."""
        with self._changed:
            while len(self._items) >= _MOST_WAITING and not self._closed:
                self._changed.wait()
            if self._closed:
                return
            self._items.append(item)
            self._wake()

    def end(self, error: Exception | None = None) -> None:
        """Say that nothing more comes, and why; what was put before is still taken."""
        with self._changed:
            if not self._ended:
                self._ended = True
                self._error = error
                self._wake()

    def _wake(self) -> None:
        if not self._waking:
            self._waking = True
            tell(self._loop, self._on_woken)

    # --- from the loop ---------------------------------------------------------------------------

    async def take(self) -> list[object]:
        """Return all items that lie there, waiting for the first; [] at the end, or its error."""
        while True:
            with self._changed:
                items, self._items = self._items, []
                self._waking = False
                self._changed.notify()
                ended = self._ended
            if items:
                return items
            if ended:
                if self._error is not None:
                    raise self._error
                return []
            # A wake-up sent since then runs on this loop, so not before the waiter is there.
            self._waiter = self._loop.create_future()
            await self._waiter

    def close(self) -> None:
        """Take nothing more; a thread that waits goes on."""
        with self._changed:
            self._closed = True
            self._items = []
            self._changed.notify()

    def _on_woken(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
