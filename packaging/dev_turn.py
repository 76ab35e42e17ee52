"""Lets one set-up at a time work in this checkout; a second one waits for the first."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from dev_places import IS_WINDOWS, ROOT
from dev_say import Fault, say

_FILE = ROOT / ".dev-lock"
_POLL = 0.2


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
        yield


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
    os.set_inheritable(file.fileno(), False)
    return True
