"""Reads small files only, and writes them so that a crash leaves the old or the new one, whole."""

from __future__ import annotations

import stat
from pathlib import Path

from hfchat_gui.conversation.durability import replace_content, sync_folder


def read_file(file: Path, largest: int) -> bytes | None:
    """Return what the file holds; raise `OSError`, also for a folder.

    None where it has more than `largest` bytes, or is a pipe or a device: opening the one could
    hang, and the other need not end.
    """
    found = file.stat()
    is_file = stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)
    if not is_file or found.st_size > largest:
        return None
    return file.read_bytes()


def replace_file(file: Path, content: bytes) -> None:
    """Write the file for its owner only, synced, by way of a temporary one; raise `OSError`."""
    if not file.parent.is_dir():
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    replace_content(file, content)
    sync_folder(file.parent)


def set_aside(file: Path) -> Path:
    """Rename the file to `.damaged`, or `.damaged-2` and so on, and return its new place."""
    number = 1
    while (aside := file.with_name(f"{file.name}.damaged{_suffix(number)}")).exists():
        number += 1
    return file.rename(aside)


def _suffix(number: int) -> str:
    return "" if number == 1 else f"-{number}"
