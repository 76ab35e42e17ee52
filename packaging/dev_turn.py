"""Lets one set-up at a time work in this checkout; a second one waits for the first."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from dev_children import ended_in_order
from dev_places import IS_WINDOWS, ROOT
from dev_say import Fault, say

_FILE = ROOT / ".dev-lock"
_POLL = 0.2
_held: list[int] = []


@contextmanager
def own_turn() -> Iterator[None]:
    """Hold the checkout's lock file; the system frees it however this process ends."""
    try:
        file = _FILE.open("a")
    except OSError as fault:
        raise Fault(f"{ROOT} cannot be written ({fault.strerror}): make it yours.") from fault
    with file:
        if not _try_lock(file):
            say("Waiting for another dev.py that is setting up this checkout …")
            while not _try_lock(file):
                time.sleep(_POLL)
        _held.append(file.fileno())
        try:
            with ended_in_order():
                yield
        finally:
            _held.clear()


def held() -> list[int]:
    """What a child inherits to hold the turn as well; nothing where that cannot be."""
    return [] if IS_WINDOWS else list(_held)


def _try_lock(file: IO[str]) -> bool:
    try:
        if IS_WINDOWS:
            import msvcrt

            getattr(msvcrt, "locking")(file.fileno(), getattr(msvcrt, "LK_NBLCK"), 1)  # noqa: B009
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
