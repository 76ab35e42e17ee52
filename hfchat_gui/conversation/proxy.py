"""Which way leads to other computers, as the person chose it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from hfchat_gui.conversation.secret import Secret


class ProxyMode(StrEnum):
    """Which proxy is used for other computers; this one is always reached directly."""

    SYSTEM = "system"  # what the environment names, else the system's settings
    MANUAL = "manual"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class ProxyChoice:
    """How to reach other computers. `address` and `exceptions` are as typed, for `MANUAL`.

    The password is none of it: that is kept in the keyring.
    """

    mode: ProxyMode = ProxyMode.SYSTEM
    address: str = ""
    user: str = ""
    exceptions: str = ""


@dataclass(frozen=True, slots=True)
class ChosenProxy:
    """What was chosen, with the password."""

    choice: ProxyChoice = field(default_factory=ProxyChoice)
    password: Secret | None = None
