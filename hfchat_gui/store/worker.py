"""One thread that does all disk work in order, so that neither the window nor the exit waits."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from typing import TypeVar

from hfchat_gui.conversation.errors import StorageFailed

T = TypeVar("T")
_Job = Callable[[], None]

JOIN_SECONDS = 0.2


class Worker:
    """A daemon thread, started by the first job; a hung disk holds it, but never the program.

    Work that was handed over is done even where the one who waits for it is cancelled: what the
    person wrote must reach the disk.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._closed = False

    async def run(self, work: Callable[[], T]) -> T:
        """Do `work` on the thread and return what it returns, or raise what it raises."""
        if self._closed:
            raise StorageFailed("HF Chat is closing and keeps nothing more.")
        return await self._hand_over(work)

    async def aclose(self, last: Callable[[], None], patience: float) -> bool:
        """Do `last` and end the thread; return False if that took longer than `patience` seconds.

        A thread that is stuck is left behind: it ends with the process.
        """
        if self._closed:
            return True
        self._closed = True
        if self._thread is None:
            return True
        ending = self._hand_over(last)
        self._jobs.put(None)
        await asyncio.wait({ending}, timeout=patience)
        if not ending.done():
            ending.cancel()
            return False
        self._thread.join(JOIN_SECONDS)
        ending.result()
        return True

    def _hand_over(self, work: Callable[[], T]) -> asyncio.Future[T]:
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            self._thread.start()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._jobs.put(lambda: _do(work, loop, answer))
        return answer

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()


def _do(work: Callable[[], T], loop: asyncio.AbstractEventLoop, answer: asyncio.Future[T]) -> None:
    try:
        result = work()
    except BaseException as error:  # noqa: BLE001 - handed whole to the one who awaits it
        failure = error
        _deliver(loop, answer, lambda: answer.set_exception(failure))
    else:
        _deliver(loop, answer, lambda: answer.set_result(result))


def _deliver(
    loop: asyncio.AbstractEventLoop, answer: asyncio.Future[T], settle: Callable[[], None]
) -> None:
    with contextlib.suppress(RuntimeError):  # the loop has closed: nobody waits any more
        loop.call_soon_threadsafe(lambda: None if answer.done() else settle())
