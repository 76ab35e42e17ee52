"""One reporter for every exception that nobody caught and every message of Qt: to the log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from hfchat_gui.conversation.stray_errors import cleaned, describe
from hfchat_gui.conversation.stray_hooks import hear_strays

_log = logging.getLogger(__name__)
_qt_log = logging.getLogger("qt")

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def report(error: BaseException) -> None:
    """Write a stray exception to the log: where it came from, and its message without secrets."""
    _log.error("unexpected %s", describe(error))


_undo: Callable[[], None] = lambda: None  # noqa: E731 - nothing is heard yet


def install() -> None:
    """Send what would go to stderr here; call it before the first widget is made."""
    global _undo  # noqa: PLW0603 - the interpreter's hooks are as global
    _undo = hear_strays(report)
    qInstallMessageHandler(_on_qt_message)


def uninstall() -> None:
    """Give everything back; call it before the interpreter ends."""
    _undo()
    qInstallMessageHandler(None)


def on_loop_exception(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Handle what the event loop could not give to anyone."""
    error = context.get("exception")
    if isinstance(error, BaseException):
        report(error)
    else:
        _log.error("event loop: %s", cleaned(str(context.get("message", ""))))


def _on_qt_message(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    _qt_log.log(_LEVELS.get(kind, logging.WARNING), "%s", cleaned(message))
