"""Writes a small file so that after a crash either the old or the new one is there, whole."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from hfchat_gui.conversation.durability import sync_folder


def replace_file(file: Path, content: bytes) -> None:
    """Write the file for its owner only, synced, by way of a temporary one; raise `OSError`."""
    if not file.parent.is_dir():
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")  # mode 0600
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
    sync_folder(file.parent)


def set_aside(file: Path) -> Path:
    """Rename the file to `.damaged`, or `.damaged-2` and so on, and return its new place."""
    number = 1
    while (aside := file.with_name(f"{file.name}.damaged{_suffix(number)}")).exists():
        number += 1
    return file.rename(aside)


def _suffix(number: int) -> str:
    return "" if number == 1 else f"-{number}"
