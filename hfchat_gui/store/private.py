"""Makes folders and files that only their owner can read, whatever the umask says."""

from __future__ import annotations

import logging
import os
import stat
import sys
from pathlib import Path

from hfchat_gui.conversation.durability import sync_folder

log = logging.getLogger(__name__)

FOLDER_MODE = 0o700
FILE_MODE = 0o600


def make_folder(folder: Path) -> None:
    """Create the folder where it is missing, for its owner only; repair a wrong mode."""
    if not folder.is_dir():
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        sync_folder(folder.parent)
    _repair(folder, FOLDER_MODE)


def make_file(file: Path) -> None:
    """Create an empty file where it is missing, for its owner only, and keep its name on disk."""
    try:
        handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, FILE_MODE)
    except FileExistsError:
        return
    os.close(handle)
    _repair(file, FILE_MODE)
    sync_folder(file.parent)


def repair_files(*files: Path) -> None:
    """Take the rights of others away from those of these files that exist."""
    for file in files:
        if file.exists():
            _repair(file, FILE_MODE)


def _repair(path: Path, mode: int) -> None:
    if stat.S_IMODE(path.stat().st_mode) == mode or sys.platform == "win32":
        return
    try:
        path.chmod(mode)
    except PermissionError as error:  # someone else's, or a disk without modes: still usable
        log.warning("The mode of %s stays as it is: %s", path.name, error.strerror)
