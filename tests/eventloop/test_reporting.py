"""Every stray exception reaches the log, without secrets; so do Qt's own messages."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, Signal, qDebug

from hfchat_gui.eventloop import reporting
from tests.helpers.guards import LogGuard
from tests.helpers.running import Run


class _Source(QObject):
    asked = Signal()


@pytest.fixture
def installed() -> Iterator[None]:
    """Install the reporter for one test."""
    reporting.install()
    yield
    reporting.uninstall()


def _fail() -> None:
    raise RuntimeError("as asked")


def test_an_exception_in_a_thread_is_reported(installed: None, log_guard: LogGuard) -> None:
    log_guard.expect("unexpected RuntimeError: as asked")
    thread = threading.Thread(target=_fail)
    thread.start()
    thread.join()


def test_an_exception_in_a_finaliser_is_reported(installed: None, log_guard: LogGuard) -> None:
    class Fragile:
        def __del__(self) -> None:
            _fail()

    log_guard.expect("unexpected RuntimeError: as asked")
    Fragile()


@pytest.mark.qt_no_exception_capture
def test_an_exception_in_a_slot_is_reported(
    installed: None, log_guard: LogGuard, qapp: object
) -> None:
    log_guard.expect("unexpected RuntimeError: as asked")
    source = _Source()
    source.asked.connect(_fail)
    source.asked.emit()


def test_an_exception_on_the_loop_is_reported(qt_run: Run, log_guard: LogGuard) -> None:
    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(reporting.on_loop_exception)
        loop.call_soon(_fail)
        loop.call_exception_handler({"message": "no exception here"})
        await asyncio.sleep(0.02)

    log_guard.expect("unexpected RuntimeError: as asked")
    log_guard.expect("event loop: no exception here")
    qt_run(scenario())


def test_messages_of_qt_reach_the_log(installed: None, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="qt"):
        qDebug("a word from Qt")
    assert ("qt", logging.DEBUG, "a word from Qt") in caplog.record_tuples


def test_uninstalling_gives_the_hooks_back() -> None:
    before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
    reporting.install()
    assert sys.excepthook is not before[0]
    reporting.uninstall()
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before
