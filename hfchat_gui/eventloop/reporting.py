"""One reporter for every exception that nobody caught and every message of Qt: to the log."""

from __future__ import annotations

import asyncio
import logging
import re
import sys
import threading
import traceback
from types import TracebackType
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from hfchat_gui.conversation.errors import ChatError

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_log = logging.getLogger(__name__)
_qt_log = logging.getLogger("qt")

_LONGEST_MESSAGE = 200
_SECRETS = re.compile(r"\bhf_\w+|\b(bearer|basic)\s+\S+|\bsk-[\w-]+", re.IGNORECASE)
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


def install() -> None:
    """Send what would go to stderr here; call it before the first widget is made."""
    sys.excepthook = _on_uncaught
    threading.excepthook = _on_thread_failed
    sys.unraisablehook = _on_unraisable
    qInstallMessageHandler(_on_qt_message)


def uninstall() -> None:
    """Give everything back; call it before the interpreter ends."""
    sys.excepthook = sys.__excepthook__
    threading.excepthook = threading.__excepthook__
    sys.unraisablehook = sys.__unraisablehook__
    qInstallMessageHandler(None)


def on_loop_exception(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Handle what the event loop could not give to anyone."""
    error = context.get("exception")
    if isinstance(error, BaseException):
        report(error)
    else:
        _log.error("event loop: %s", _clean(str(context.get("message", ""))))


def describe(error: BaseException) -> str:
    """Return the exception and its causes with their frames, holding no source text or values."""
    lines: list[str] = []
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        text = link.detail if isinstance(link, ChatError) and link.detail else str(link)
        lines.append(f"{type(link).__name__}: {_clean(text)}")
        lines += [
            f"  {frame.filename}:{frame.lineno} in {frame.name}"
            for frame in traceback.extract_tb(link.__traceback__)
        ]
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    return "\n".join(lines)


def _clean(text: str) -> str:
    line = " ".join(_SECRETS.sub("…", text).split())
    return line if len(line) <= _LONGEST_MESSAGE else line[:_LONGEST_MESSAGE] + "…"


def _on_uncaught(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
    else:
        report(error)


def _on_thread_failed(arguments: threading.ExceptHookArgs) -> None:
    if arguments.exc_value is not None:
        report(arguments.exc_value)


def _on_unraisable(arguments: UnraisableHookArgs) -> None:
    if arguments.exc_value is not None:
        report(arguments.exc_value)


def _on_qt_message(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    _qt_log.log(_LEVELS.get(kind, logging.WARNING), "%s", _clean(message))
