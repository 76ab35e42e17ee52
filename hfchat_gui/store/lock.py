"""The data folder's lock: one HF Chat at a time writes, and the system frees it at any end."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from hfchat_gui.conversation.errors import FolderInUse
from hfchat_gui.store.private import FILE_MODE

LOCK_NAME = "chats.lock"
IN_USE = "Another HF Chat has your chats open. Use that window, or close it and try again."

# A reader that looks whether someone writes holds the lock for microseconds: try again then.
_TRIES = 3
_PAUSE_SECONDS = 0.01

_NO_WAITING = getattr(os, "O_NONBLOCK", 0)  # for the other end of a pipe that has our name

if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def _try_lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        # flock and not lockf: it is bound to this opening of the file, so that a second store in
        # this process is refused too, and closing another handle does not free it.
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


class FolderLock:
    """The lock of one data folder; not for use by several threads at once."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / LOCK_NAME
        self._handle: int | None = None

    @property
    def file(self) -> Path:
        """The file that is locked."""
        return self._file

    @property
    def held(self) -> bool:
        """Whether this object holds the lock, by the file that is now in the folder."""
        return self._handle is not None and self._is_current(self._handle)

    def take(self) -> None:
        """Hold the lock; raise `FolderInUse` where another has it, `OSError` as the disk does."""
        if self.held:
            return
        self.release()
        for attempt in range(_TRIES):
            if attempt:
                time.sleep(_PAUSE_SECONDS)
            if self._attempt():
                return
        raise FolderInUse(IN_USE)

    def release(self) -> None:
        """Let go of the lock, if it is held."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def held_by_another(self) -> bool:
        """Whether another holds the lock; creates and changes nothing."""
        if self.held:
            return False
        try:
            handle = os.open(self._file, os.O_RDONLY | _NO_WAITING)
        except FileNotFoundError:
            return False
        try:
            return not _try_lock(handle)
        finally:
            os.close(handle)

    def _attempt(self) -> bool:
        handle = os.open(self._file, os.O_RDWR | os.O_CREAT, FILE_MODE)
        if _try_lock(handle) and self._is_current(handle):
            self._handle = handle
            return True
        os.close(handle)
        return False

    def _is_current(self, handle: int) -> bool:
        try:
            return os.path.samestat(os.fstat(handle), self._file.stat())
        except FileNotFoundError:
            return False
