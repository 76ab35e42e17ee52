"""Blocking calls run on threads that never hold up the end."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

from hfchat_gui.eventloop.executor import DaemonExecutor
from tests.helpers.patience import SOON

_STUCK = """
import time
from hfchat_gui.eventloop.executor import DaemonExecutor
executor = DaemonExecutor()
executor.submit(time.sleep, 60)
executor.shutdown()
"""


def test_a_call_returns_its_value_and_an_exception_comes_through() -> None:
    executor = DaemonExecutor()
    assert executor.submit(pow, 2, 5).result(SOON) == 32
    with pytest.raises(ZeroDivisionError):
        executor.submit(divmod, 1, 0).result(SOON)
    executor.shutdown()


def test_an_idle_thread_is_used_again() -> None:
    executor = DaemonExecutor()
    names = set()
    for _ in range(5):
        names.add(executor.submit(lambda: threading.current_thread().name).result(SOON))
        while executor._idle._value == 0:  # the result is there a moment before the thread is free
            time.sleep(0.001)
    executor.shutdown()
    assert names == {"blocking-call-1"}


def test_no_more_threads_run_than_allowed() -> None:
    executor = DaemonExecutor(max_workers=2)
    gate = threading.Event()
    calls = [executor.submit(gate.wait, SOON) for _ in range(6)]
    running = [t for t in threading.enumerate() if t.name.startswith("blocking-call-")]
    gate.set()
    assert all(call.result(SOON) for call in calls)
    assert len(running) <= 2
    executor.shutdown()


def test_a_cancelled_call_is_skipped() -> None:
    executor = DaemonExecutor(max_workers=1)
    gate = threading.Event()
    first = executor.submit(gate.wait, SOON)
    second = executor.submit(pytest.fail, "must not run")
    assert second.cancel()
    gate.set()
    assert first.result(SOON)
    executor.shutdown()


def test_nothing_is_taken_after_shutdown() -> None:
    executor = DaemonExecutor()
    executor.shutdown()
    with pytest.raises(RuntimeError, match="after shutdown"):
        executor.submit(print)


def test_a_stuck_call_does_not_keep_the_process_alive() -> None:
    started = time.monotonic()
    subprocess.run([sys.executable, "-c", _STUCK], check=True, timeout=50)
    assert time.monotonic() - started < SOON
