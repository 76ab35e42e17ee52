"""Looks for what a test must not leave behind: warnings in the log, threads, running timers."""

from __future__ import annotations

import gc
import logging
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_GRACE = 5.0


class LogGuard(logging.Handler):
    """Keeps every record from WARNING up that the test has not said it expects."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []
        self._expected: dict[str, int] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Take a record; called by logging."""
        self.records.append(record)

    def expect(self, pattern: str) -> None:
        """Say that records whose message matches this pattern belong to the test."""
        self._expected[pattern] = 0

    def complaints(self) -> list[str]:
        """One line per unexpected record, and per expectation that nothing met."""
        lines = [line for record in self.records if (line := self._unexpected(record))]
        unmet = [pattern for pattern, count in self._expected.items() if count == 0]
        return lines + [f"expected in the log, never came: {pattern}" for pattern in unmet]

    def _unexpected(self, record: logging.LogRecord) -> str | None:
        message = record.getMessage()
        for pattern in self._expected:
            if re.search(pattern, message):
                self._expected[pattern] += 1
                return None
        return f"log: {record.levelname} {record.name}: {message}"


@contextmanager
def watching_log() -> Iterator[LogGuard]:
    """Listen at the root logger."""
    guard = LogGuard()
    root = logging.getLogger()
    root.addHandler(guard)
    try:
        yield guard
    finally:
        root.removeHandler(guard)


def threads_left(before: set[threading.Thread]) -> list[str]:
    """Describe threads started since that would keep the process alive, after a moment."""
    deadline = time.monotonic() + _GRACE
    started = [t for t in threading.enumerate() if t not in before and not t.daemon]
    for thread in started:
        thread.join(max(0.0, deadline - time.monotonic()))
    return [f"thread still alive: {t.name}" for t in started if t.is_alive()]


def new_running_timers() -> list[str]:
    """Describe every QTimer that is ticking now and was not when this was last asked."""
    from PySide6.QtCore import QCoreApplication, QEvent, QTimer
    from PySide6.QtWidgets import QApplication

    app = QCoreApplication.instance()
    if app is None:
        return []
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    owners = [app, *(QApplication.topLevelWidgets() if isinstance(app, QApplication) else [])]
    timers = [timer for owner in owners for timer in owner.findChildren(QTimer)]
    timers += [thing for thing in gc.get_objects() if isinstance(thing, QTimer)]
    running = [timer for timer in dict.fromkeys(timers) if _is_active(timer)]
    new = [timer for timer in running if timer not in _known_timers]
    _known_timers[:] = running
    return [
        f"timer still running: every {timer.interval()} ms, parent {timer.parent()!r}"
        for timer in new
    ]


_known_timers: list[Any] = []


def _is_active(timer: Any) -> bool:
    from shiboken6 import Shiboken

    return bool(Shiboken.isValid(timer) and timer.isActive())
