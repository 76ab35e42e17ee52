"""Makes files and their names last: what each room that keeps files must do alike."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path


def replace_content(file: Path, content: bytes) -> None:
    """Put `content` in the file's place, synced, for its owner only; its folder must be there.

    A crash leaves the old or the new file, whole. Raises `OSError`, and leaves the old one then.
    """
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".hfchat-")  # mode 0600
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(file)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Write a folder's list of names to disk; Windows does that by itself. Raises `OSError`."""
    if sys.platform == "win32":  # pragma: no cover
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
