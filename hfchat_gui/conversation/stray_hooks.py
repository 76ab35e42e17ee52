"""Hears every exception that nobody catches, wherever it comes from: one teller for all of them."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

from hfchat_gui.conversation.tasks import Report

if TYPE_CHECKING:
    from sys import UnraisableHookArgs


def hear_strays(tell: Report) -> Callable[[], None]:
    """Hand stray exceptions of all threads and finalisers to `tell`; return what undoes that.

    An interrupt by the keyboard stays the interpreter's.
    """
    before = (sys.excepthook, threading.excepthook, sys.unraisablehook)

    def on_uncaught(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
        else:
            tell(error)

    def on_another_way(arguments: threading.ExceptHookArgs | UnraisableHookArgs) -> None:
        if arguments.exc_value is not None:
            tell(arguments.exc_value)

    def undo() -> None:
        sys.excepthook, threading.excepthook, sys.unraisablehook = before

    sys.excepthook = on_uncaught
    threading.excepthook = on_another_way
    sys.unraisablehook = on_another_way
    return undo
