"""Tests that each leave one thing behind; run by test_guards.py, never by themselves."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
import warnings
from typing import TYPE_CHECKING

from tests.helpers.guards import LogGuard
from tests.helpers.running import Run

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

_kept: list[asyncio.Future[None]] = []


async def _forget_a_task() -> None:
    _kept.append(asyncio.ensure_future(asyncio.sleep(99)))


def test_clean() -> None:
    pass


def test_log() -> None:
    logging.getLogger("x").warning("Oh no")


def test_expected_log(log_guard: LogGuard) -> None:
    log_guard.expect("Oh")
    logging.getLogger("x").warning("Oh no")


def test_missing_log(log_guard: LogGuard) -> None:
    log_guard.expect("Oh")


def test_warning() -> None:
    warnings.warn("old", DeprecationWarning, stacklevel=1)


def test_thread() -> None:
    threading.Thread(target=time.sleep, args=(9,), name="worker").start()


def test_task(run: Run) -> None:
    run(_forget_a_task())


def test_task_on_qt(qt_run: Run) -> None:
    qt_run(_forget_a_task())


def test_timer(qapp: QApplication) -> None:
    from PySide6.QtCore import QTimer

    QTimer(qapp).start(777)


def test_timer_of_closed_widget(qtbot: QtBot) -> None:
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QWidget

    widget = QWidget()
    qtbot.addWidget(widget)
    QTimer(widget).start(777)


def test_qt_message(qapp: QApplication) -> None:
    from PySide6.QtCore import qWarning

    qWarning("Qt says no")


def test_slot(qtbot: QtBot) -> None:
    from PySide6.QtCore import QTimer

    QTimer.singleShot(0, lambda: 1 // 0)
    qtbot.wait(50)
