"""The program's log: a small file for this person alone, without prompts and keys."""

from __future__ import annotations

import io
import logging
import os
import re
from logging.handlers import RotatingFileHandler
from pathlib import Path

from hfchat_gui.conversation.secret_shapes import without_secrets
from hfchat_gui.conversation.stray_errors import cleaned, describe

LOG_NAME = "hfchat.log"
MOST_BYTES = 500_000
_LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_OURS = re.compile(r"(hfchat_gui|qt|__main__)\b")
# Where a library's sentence ends and what it works on may begin: its values are not written.
_VALUES = re.compile(r"""[\n<>("'\[{:=]""")


def start_log(folder: Path) -> None:
    """Send records from WARNING up to a file in `folder`; it is made with the first of them.

    Where it cannot be written, nothing is: a full disk must not stop the program or make it talk.
    """
    handler = _PrivateLog(
        folder / LOG_NAME, maxBytes=MOST_BYTES, backupCount=1, encoding="utf-8", delay=True
    )
    handler.setLevel(logging.WARNING)
    handler.setFormatter(PrivateFormatter(_LINE))
    logging.getLogger().addHandler(handler)


class PrivateFormatter(logging.Formatter):
    """Writes our own messages without what looks like a secret, exceptions by name and frames.

    Of other libraries' records it writes the sentence and none of its values: those may be a
    prompt, which has no shape to be known by.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """Return the line, cleaned."""
        if _OURS.match(record.name):
            record.message = without_secrets(record.message)
        else:
            record.message = cleaned(_VALUES.split(str(record.msg), maxsplit=1)[0])
        return super().formatMessage(record)

    def formatException(self, ei: logging._SysExcInfoType) -> str:  # noqa: N802 - logging's name
        """Return the exception's names and frames."""
        return describe(ei[1]) if ei[1] is not None else ""

    def format(self, record: logging.LogRecord) -> str:
        """Return the whole record; neither a text that is cached in it nor the stack counts."""
        record.exc_text = record.stack_info = None
        written = super().format(record)
        record.exc_text = None
        return written


class _PrivateLog(RotatingFileHandler):
    def _open(self) -> io.TextIOWrapper:
        file = Path(self.baseFilename)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return open(handle, "a", encoding=self.encoding)  # noqa: PTH123 - a descriptor

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Drop the record."""
