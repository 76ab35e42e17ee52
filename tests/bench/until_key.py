"""Runs a module's window until its text field has taken a key, prints when that was, and ends.

The time is that of the system's monotonic clock, which all processes share.
"""

from __future__ import annotations

import os
import runpy
import sys
import time

from PySide6 import QtWidgets
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent

_POLL_MS = 1
_LETTER = "k"


class _Watched(QtWidgets.QApplication):
    """Looks each turn of the loop whether a text field has the keyboard, and presses a key."""

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self._is_pressed = False
        self._timer = QTimer(interval=_POLL_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def _look(self) -> None:
        field = self.focusWidget()
        if not isinstance(field, QtWidgets.QTextEdit | QtWidgets.QPlainTextEdit):
            return
        window = field.window().windowHandle()
        if self._is_pressed and _LETTER in field.toPlainText():
            sys.stdout.write(f"{time.monotonic()}\n")
            sys.stdout.flush()
            os._exit(0)
        if not self._is_pressed and window.isExposed() and field.isActiveWindow():
            self._is_pressed = True
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                key = QKeyEvent(kind, Qt.Key.Key_K, Qt.KeyboardModifier.NoModifier, _LETTER)
                QCoreApplication.postEvent(field, key)


if __name__ == "__main__":
    QtWidgets.QApplication = _Watched  # type: ignore[misc]
    module = sys.argv[1]
    sys.argv = [module]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
