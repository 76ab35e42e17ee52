"""Makes the name of a new file last: what each room that keeps files must do alike."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """Write a folder's list of names to disk; Windows does that by itself. Raises `OSError`."""
    if sys.platform == "win32":  # pragma: no cover
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
