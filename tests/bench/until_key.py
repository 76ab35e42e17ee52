"""Runs a module's window until its text field has taken a key, prints when that was, and ends.

The time is that of the system's monotonic clock, which all processes share. Qt is imported by the
module itself, when and in which order it likes.
"""

from __future__ import annotations

import os
import runpy
import sys
import time
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

_WIDGETS = "PySide6.QtWidgets"
_NAME = "QApplication"
_POLL_MS = 1
_LETTER = "k"


def watched(application: type[QApplication]) -> type[QApplication]:
    """An application that looks whether a text field has the keyboard, and presses a key there."""
    from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

    class Watched(application):  # type: ignore[misc, valid-type]
        def __init__(self, arguments: list[str]) -> None:
            super().__init__(arguments)
            self._is_pressed = False
            self._timer = QTimer(interval=_POLL_MS)
            self._timer.timeout.connect(self._look)
            self._timer.start()

        def _look(self) -> None:
            field = self.focusWidget()
            if not isinstance(field, QTextEdit | QPlainTextEdit):
                return
            if self._is_pressed and _LETTER in field.toPlainText():
                sys.stdout.write(f"{time.monotonic()}\n")
                sys.stdout.flush()
                os._exit(0)
            shown = field.window().windowHandle().isExposed() and field.isActiveWindow()
            if shown and not self._is_pressed:
                self._is_pressed = True
                for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                    key = QKeyEvent(kind, Qt.Key.Key_K, Qt.KeyboardModifier.NoModifier, _LETTER)
                    QCoreApplication.postEvent(field, key)

    return Watched


class _Finder(PathFinder):
    """Puts the watched application into Qt's module once that has been loaded."""

    @classmethod
    def find_spec(
        cls,
        fullname: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        if fullname != _WIDGETS:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.loader is None:
            return None
        load = spec.loader.exec_module

        def load_and_watch(module: ModuleType) -> None:
            load(module)
            sys.modules[fullname] = module
            setattr(module, _NAME, watched(getattr(module, _NAME)))  # loaded when first asked for

        spec.loader.exec_module = load_and_watch  # type: ignore[method-assign]
        return spec


if __name__ == "__main__":
    sys.meta_path.insert(0, _Finder)
    module_name = sys.argv[1]
    sys.argv = [module_name]
    runpy.run_module(module_name, run_name="__main__", alter_sys=True)
