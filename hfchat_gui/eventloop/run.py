"""Starts the program: one asyncio loop on Qt's, which lives as long as the main coroutine."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NoReturn

from PySide6.QtWidgets import QApplication

os.environ["QT_API"] = "pyside6"  # qasync would try PyQt5 first
from qasync import QEventLoop

from hfchat_gui.eventloop import reporting
from hfchat_gui.eventloop.executor import DaemonExecutor
from hfchat_gui.eventloop.garbage import collected_here

_log = logging.getLogger(__name__)

NAME = "hfchat"
"""What window managers know the program by (the first half of WM_CLASS)."""

_STOPPED = "Event loop stopped before Future completed."
"""What qasync says when Qt ended its loop by itself, as it does when the X server goes."""


def run(
    main: Callable[[QApplication], Coroutine[Any, Any, int]], arguments: Sequence[str] = ()
) -> int:
    """Make the application, run `main` on its loop, and return what `main` returns.

    `main` owns the end: closing windows does not stop the loop, its return does. `arguments` are
    Qt's own options. Stray exceptions are reported to the log from here on.
    """
    reporting.install()
    try:
        app = QApplication([NAME, *arguments])
        app.setQuitOnLastWindowClosed(False)
        with collected_here(), asyncio.Runner(loop_factory=lambda: _loop(app)) as runner:
            try:
                return runner.run(main(app))
            except RuntimeError as error:
                if str(error) == _STOPPED:
                    _leave()
                raise
    finally:
        reporting.uninstall()


def _leave() -> NoReturn:
    """End at once: without its display Qt turns no loop any more, so nothing can be awaited.

    An open reply stands in the journal and is brought back at the next start.
    """
    _log.error("the display went away")
    logging.shutdown()
    os._exit(1)


def _loop(app: QApplication) -> asyncio.AbstractEventLoop:
    loop: asyncio.AbstractEventLoop = QEventLoop(app)
    loop.set_default_executor(DaemonExecutor())
    loop.set_exception_handler(reporting.on_loop_exception)
    return loop
