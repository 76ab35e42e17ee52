"""Threads that cannot hold up the end of the program, whatever call they are stuck in.

The standard pool joins its threads at exit, so that one name lookup on a dead network keeps the
process alive for half a minute after its window has gone.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import SimpleQueue
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_Job = tuple[Future[Any], Callable[[], Any]]


class DaemonExecutor(Executor):
    """Runs blocking calls on at most `max_workers` daemon threads, started when needed."""

    def __init__(self, max_workers: int = 8) -> None:
        self._max_workers = max_workers
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._idle = threading.Semaphore(0)
        self._lock = threading.Lock()
        self._workers = 0
        self._closed = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run `fn` on a thread; raise `RuntimeError` after `shutdown`."""
        future: Future[T] = Future()
        with self._lock:
            if self._closed:
                raise RuntimeError("cannot schedule new futures after shutdown")
            self._jobs.put((future, lambda: fn(*args, **kwargs)))
            if not self._idle.acquire(blocking=False) and self._workers < self._max_workers:
                self._workers += 1
                name = f"blocking-call-{self._workers}"
                threading.Thread(target=self._work, name=name, daemon=True).start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work and let idle threads end; never waits, whatever `wait` says."""
        with self._lock:
            self._closed = True
            for _ in range(self._workers):
                self._jobs.put(None)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            _run(*job)
            del job  # or the result would live until the next job comes
            self._idle.release()


def _run(future: Future[Any], call: Callable[[], Any]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = call()
    except BaseException as error:  # noqa: BLE001 - handed to whoever awaits the future
        future.set_exception(error)
    else:
        future.set_result(result)
