"""What a person can want of one turn; the transcript asks for it and decides nothing."""

from __future__ import annotations

from enum import Enum, auto


class TurnCommand(Enum):
    """What is asked for. A copy is not among them, since the transcript makes it by itself."""

    EDIT = auto()
    RETRY = auto()
    CONTINUE = auto()
    DELETE = auto()
    OLDER_VERSION = auto()
    NEWER_VERSION = auto()
    SEND_ALL = auto()  # the turns above it, which were left out
