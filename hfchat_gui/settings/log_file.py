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
    """Send records from WARNING up to a file in `folder`; nowhere if it cannot be written."""
    root = logging.getLogger()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handler: logging.Handler = _PrivateLog(
            folder / LOG_NAME, maxBytes=MOST_BYTES, backupCount=1, encoding="utf-8"
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)


class _PrivateLog(RotatingFileHandler):
    def _open(self) -> io.TextIOWrapper:
        handle = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return open(handle, "a", encoding=self.encoding)  # noqa: PTH123 - a descriptor

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Drop the record: a full disk must not make the program talk on standard error."""
