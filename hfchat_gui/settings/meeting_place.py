"""Where a second start meets the running window: a socket in a folder that is this user's alone."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from pathlib import Path

LONGEST_PATH = 100
"""Bytes that a socket's path may have everywhere: macOS takes 103, Linux 107."""


def meeting_place(data: Path) -> str:
    """Return the socket's path for the program that has this data folder.

    On Windows it is the name of a pipe. Nothing is created.
    """
    mark = hashlib.sha256(os.fsencode(os.path.realpath(data))).hexdigest()[:16]
    if sys.platform == "win32":
        return rf"\\.\pipe\hfchat-{mark}"
    place = runtime_folder() / f"window-{mark}"
    if len(os.fsencode(place)) > LONGEST_PATH:
        place = _in_temporary() / place.name
    return str(place)


def runtime_folder() -> Path:
    """Return the folder for this user's sockets, as the XDG base directories have it.

    Without one it is a folder of ours beside temporary files.
    """
    given = os.environ.get("XDG_RUNTIME_DIR", "")
    if sys.platform != "darwin" and given.startswith("/") and Path(given).is_dir():
        return Path(given) / "hfchat"
    return _in_temporary()


def is_private(place: str) -> bool:
    """Whether the folder of this socket is there and nobody else can reach into it."""
    if sys.platform == "win32":  # a pipe is guarded by its own rights
        return True
    try:
        found = Path(place).parent.lstat()
    except OSError:
        return False
    closed = stat.S_IMODE(found.st_mode) & 0o077 == 0
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and closed


def make_private(place: str) -> bool:
    """Create the folder of this socket where it is missing; return whether it is private.

    One of this user's that others can reach into is closed to them.
    """
    if sys.platform != "win32":
        folder = Path(place).parent
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not is_private(place) and not folder.is_symlink():
                folder.chmod(0o700)  # refused where it is another user's
        except OSError:
            return False
    return is_private(place)


def _in_temporary() -> Path:
    who = os.getuid() if sys.platform != "win32" else "me"
    return Path(tempfile.gettempdir()).absolute() / f"hfchat-{who}"
