"""Starts the program: one asyncio loop on Qt's, which lives as long as the main coroutine."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from PySide6.QtWidgets import QApplication

os.environ["QT_API"] = "pyside6"  # qasync would try PyQt5 first
from qasync import QEventLoop

from hfchat_gui.eventloop import reporting
from hfchat_gui.eventloop.executor import DaemonExecutor


def run(
    main: Callable[[QApplication], Coroutine[Any, Any, int]], arguments: Sequence[str] = ()
) -> int:
    """Make the application, run `main` on its loop, and return what `main` returns.

    `main` owns the end: closing windows does not stop the loop, its return does. `arguments` are
    Qt's own options. Stray exceptions are reported to the log from here on.
    """
    reporting.install()
    try:
        app = QApplication([sys.argv[0], *arguments])
        app.setQuitOnLastWindowClosed(False)
        with asyncio.Runner(loop_factory=lambda: _loop(app)) as runner:
            return runner.run(main(app))
    finally:
        reporting.uninstall()


def _loop(app: QApplication) -> asyncio.AbstractEventLoop:
    loop: asyncio.AbstractEventLoop = QEventLoop(app)
    loop.set_default_executor(DaemonExecutor())
    loop.set_exception_handler(reporting.on_loop_exception)
    return loop
