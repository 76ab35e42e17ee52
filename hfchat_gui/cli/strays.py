"""Keeps values out of what the command line says of a fault of its own, on stderr and in logs."""

from __future__ import annotations

import logging
import sys
import threading
from types import TracebackType
from typing import TYPE_CHECKING

from hfchat_gui.cli.output import complain
from hfchat_gui.conversation.stray_errors import describe
from hfchat_gui.settings.log_file import PrivateFormatter

if TYPE_CHECKING:
    from sys import UnraisableHookArgs


def keep_private() -> None:
    """Tell of exceptions that nobody catches by name and frames, as of all log records.

    The usual ways print messages and the source's lines, where a key or a prompt may stand.
    """
    sys.excepthook = _on_uncaught
    threading.excepthook = _on_thread_failed
    sys.unraisablehook = _on_unraisable
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(PrivateFormatter("hfchat: %(name)s: %(message)s"))


def _on_uncaught(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
    else:
        _tell(error)


def _on_thread_failed(arguments: threading.ExceptHookArgs) -> None:
    if arguments.exc_value is not None:
        _tell(arguments.exc_value)


def _on_unraisable(unraisable: UnraisableHookArgs) -> None:
    if unraisable.exc_value is not None:
        _tell(unraisable.exc_value)


def _tell(error: BaseException) -> None:
    first, *frames = describe(error).splitlines()
    complain(f"hfchat: a fault of HF Chat: {first}")
    for frame in frames:
        complain(frame)
