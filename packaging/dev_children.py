"""Keeps child processes from outliving a dev.py that was killed."""

from __future__ import annotations

import ctypes
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dev_places import IS_LINUX, IS_WINDOWS

_SET_PARENT_DEATH_SIGNAL = 1
_SET_CHILD_SUBREAPER = 36


def _end_with_parent() -> None:
    ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGTERM, 0, 0, 0)


# For Popen's preexec_fn; only Linux can tie a child to its parent.
END_WITH_PARENT: Callable[[], None] | None = _end_with_parent if IS_LINUX else None


def adopt_orphans() -> None:
    """Become the parent of what one's children leave behind; Linux only."""
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


@contextmanager
def ended_in_order() -> Iterator[None]:
    """Treat a request to end, or a terminal that goes away, like Ctrl-C, so that work is undone."""
    signals = [signal.SIGTERM] if IS_WINDOWS else [signal.SIGTERM, signal.SIGHUP]
    previous = [signal.signal(number, signal.default_int_handler) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, previous, strict=True):
            signal.signal(number, handler)
