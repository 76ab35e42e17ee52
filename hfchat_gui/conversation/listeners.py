"""Lets those who want to hear of changes join and leave, in one way for all who tell of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Listener = TypeVar("Listener")


def joined(listeners: list[Listener], listener: Listener) -> Callable[[], None]:
    """Add a listener; return what takes it out again, and does nothing the second time."""
    listeners.append(listener)

    def leave() -> None:
        if listener in listeners:
            listeners.remove(listener)

    return leave
