"""Hands a second start over to the window that runs already, without any Qt."""

from __future__ import annotations

import socket
import sys
import threading
from enum import Enum, auto
from time import monotonic, sleep

from hfchat_gui.conversation.handover import GIVEN, READ, Handover
from hfchat_gui.settings.meeting_place import is_private

PATIENCE = 5.0
"""Seconds in which a running window takes a line; after them it is taken for one that hangs."""

_PAUSE = 0.05


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
    until = monotonic() + PATIENCE
    while monotonic() < until:
        try:
            return Met.WINDOW if _exchange(place, line) else Met.SILENCE
        except (FileNotFoundError, ConnectionRefusedError):
            return Met.NOBODY
        except BlockingIOError:  # so many are starting at once that the queue is full
            sleep(_PAUSE)
        except OSError:
            return Met.SILENCE
    return Met.SILENCE


if sys.platform == "win32":  # pragma: no cover

    def _exchange(place: str, line: bytes) -> bool:
        with open(place, "r+b", buffering=0) as pipe:  # noqa: PTH123 - a pipe is no path
            pipe.write(line)
            if pipe.read(len(READ)) != READ:
                return False
            pipe.write(GIVEN)
            return True

else:

    def _exchange(place: str, line: bytes) -> bool:
        """Say the line; return whether it was read, and the window told to act on it."""
        with socket.socket(socket.AF_UNIX) as asking:
            asking.settimeout(PATIENCE)
            asking.connect(place)
            asking.sendall(line)
            with asking.makefile("rb") as answer:
                if answer.readline(len(READ) + 1) != READ:
                    return False
            asking.sendall(GIVEN)
            return True
