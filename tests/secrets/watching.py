"""Watches every place where a running core could leave a secret or a prompt behind."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from hfchat_gui.settings.log_file import PrivateFormatter

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class Heard(logging.Handler):
    """All records from DEBUG up: as our log writes them, and our own ones bare as well."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self._private = PrivateFormatter(_FORMAT)
        self._bare = logging.Formatter(_FORMAT)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record down."""
        self.lines.append(self._private.format(record))
        if record.name.startswith(("hfchat_gui", "qt")):
            self.lines.append(self._bare.format(record))


@contextmanager
def hearing() -> Iterator[Heard]:
    """Hear every logger at DEBUG, whatever level it had, and give all levels back."""
    root, heard = logging.getLogger(), Heard()
    names = ("", "asyncio", "hfchat_gui", "qt", "keyring")
    before = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.DEBUG)
    root.addHandler(heard)
    try:
        yield heard
    finally:
        root.removeHandler(heard)
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


def files_that_hold(folder: Path, holds: Callable[[bytes], bool]) -> list[str]:
    """Return the files below a folder, by name or content, in which something was found."""
    files = (file for file in folder.rglob("*") if file.is_file())
    return [
        str(file.relative_to(folder))
        for file in files
        if holds(file.read_bytes()) or holds(file.name.encode())
    ]
