"""Keeps values out of what the command line says of a fault of its own, on stderr and in logs."""

from __future__ import annotations

import logging

from hfchat_gui.cli.output import complain
from hfchat_gui.conversation.stray_errors import describe
from hfchat_gui.conversation.stray_hooks import hear_strays
from hfchat_gui.settings.log_file import PrivateFormatter


def keep_private() -> None:
    """Tell of exceptions that nobody catches by name and frames, as of all log records.

    The usual ways print messages and the source's lines, where a key or a prompt may stand.
    """
    hear_strays(_tell)
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(PrivateFormatter("hfchat: %(name)s: %(message)s"))


def _tell(error: BaseException) -> None:
    first, *frames = describe(error).splitlines()
    complain(f"hfchat: a fault of HF Chat: {first}")
    for frame in frames:
        complain(frame)
