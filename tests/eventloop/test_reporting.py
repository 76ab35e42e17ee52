"""Every stray exception reaches the log, without secrets; so do Qt's own messages."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, Signal, qDebug

from hfchat_gui.conversation.errors import ServerFailed
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
    raise LookupError("as asked")


def test_an_exception_in_a_thread_is_reported(installed: None, log_guard: LogGuard) -> None:
    log_guard.expect("unexpected LookupError: as asked")
    thread = threading.Thread(target=_fail)
    thread.start()
    thread.join()


def test_an_exception_in_a_finaliser_is_reported(installed: None, log_guard: LogGuard) -> None:
    class Fragile:
        def __del__(self) -> None:
            _fail()

    log_guard.expect("unexpected LookupError: as asked")
    Fragile()


@pytest.mark.qt_no_exception_capture
def test_an_exception_in_a_slot_is_reported(
    installed: None, log_guard: LogGuard, qapp: object
) -> None:
    log_guard.expect("unexpected LookupError: as asked")
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

    log_guard.expect("unexpected LookupError: as asked")
    log_guard.expect("event loop: no exception here")
    qt_run(scenario())


def test_messages_of_qt_reach_the_log(installed: None, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="qt"):
        qDebug("a word from Qt")
    assert ("qt", logging.DEBUG, "a word from Qt") in caplog.record_tuples


@pytest.mark.parametrize(
    "text",
    ["Illegal header value b'Bearer hf_SECRET'", "key sk-SECRET-1 refused", "hf_SECRET\nhf_TAIL"],
)
def test_a_secret_in_a_message_is_not_written(text: str) -> None:
    described = reporting.describe(ValueError(text))
    assert "SECRET" not in described
    assert "TAIL" not in described


def test_a_long_message_is_cut() -> None:
    assert len(reporting.describe(ValueError("word " * 1000))) < 250


def test_causes_are_named_and_a_loop_of_causes_ends() -> None:
    first, second = ValueError("first"), ServerFailed("For people.", detail="for the log")
    first.__cause__, second.__cause__ = second, first
    assert reporting.describe(first) == "ValueError: first\nServerFailed: for the log"


def test_frames_are_named_without_their_values() -> None:
    with pytest.raises(LookupError) as caught:
        _fail()
    described = reporting.describe(caught.value)
    assert "in _fail" in described
    assert __file__ in described


def test_uninstalling_gives_the_hooks_back() -> None:
    reporting.install()
    reporting.uninstall()
    assert sys.unraisablehook is sys.__unraisablehook__
