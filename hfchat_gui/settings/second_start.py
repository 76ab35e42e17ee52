"""Hands a second start over to the window that runs already, without any Qt."""

from __future__ import annotations

import socket
import sys
import threading
from enum import Enum, auto

from hfchat_gui.conversation.handover import TAKEN, Handover
from hfchat_gui.settings.meeting_place import is_private

PATIENCE = 3.0
"""Seconds in which a running window takes a line; after them it is taken for one that hangs."""


class Met(Enum):
    """Who was there."""

    NOBODY = auto()
    WINDOW = auto()  # it has taken everything
    SILENCE = auto()  # something is there and does not answer


def meet(place: str, wishes: Handover) -> Met:
    """Give these wishes to the window that listens at this place, if there is one."""
    if not is_private(place):
        return Met.NOBODY
    found = [Met.SILENCE]

    def ask() -> None:
        found[0] = _ask(place, wishes.as_line())

    # On a thread, since waiting for a pipe cannot be given an end on Windows.
    asking = threading.Thread(target=ask, name="hfchat-handover", daemon=True)
    asking.start()
    asking.join(PATIENCE)
    return found[0]


def _ask(place: str, line: bytes) -> Met:
    try:
        return Met.WINDOW if _exchange(place, line) == TAKEN else Met.SILENCE
    except (FileNotFoundError, ConnectionRefusedError):
        return Met.NOBODY
    except OSError:
        return Met.SILENCE


if sys.platform == "win32":  # pragma: no cover

    def _exchange(place: str, line: bytes) -> bytes:
        with open(place, "r+b", buffering=0) as pipe:  # noqa: PTH123 - a pipe is no path
            pipe.write(line)
            return pipe.read(len(TAKEN))

else:

    def _exchange(place: str, line: bytes) -> bytes:
        with socket.socket(socket.AF_UNIX) as asking:
            asking.settimeout(PATIENCE)
            asking.connect(place)
            asking.sendall(line)
            with asking.makefile("rb") as answer:
                return answer.readline(len(TAKEN) + 1)
