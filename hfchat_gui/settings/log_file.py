"""The program's log: a small file for this person alone, without prompts and keys."""

from __future__ import annotations

import io
import logging
import os
from logging.handlers import RotatingFileHandler
from pathlib import Path

LOG_NAME = "hfchat.log"
MOST_BYTES = 500_000


def start_log(folder: Path) -> None:
    """Send records from WARNING up to a file in `folder`; it is made with the first of them.

    Where it cannot be written, nothing is: a full disk must not stop the program or make it talk.
    """
    handler = _PrivateLog(
        folder / LOG_NAME, maxBytes=MOST_BYTES, backupCount=1, encoding="utf-8", delay=True
    )
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)


class _PrivateLog(RotatingFileHandler):
    def _open(self) -> io.TextIOWrapper:
        file = Path(self.baseFilename)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return open(handle, "a", encoding=self.encoding)  # noqa: PTH123 - a descriptor

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Drop the record."""
