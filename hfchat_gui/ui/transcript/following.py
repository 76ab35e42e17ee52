"""Listens to one conversation at a time for a widget, and to none once the widget is gone."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from hfchat_gui.conversation.conversation import Conversation, Listener


class Following:
    """Lets `listener`, which belongs to `owner`, hear of what changes."""

    def __init__(self, owner: QObject, listener: Listener) -> None:
        self._listener = listener
        self._unsubscribe: Callable[[], None] | None = None
        owner.destroyed.connect(self._end)

    def follow(self, conversation: Conversation | None) -> None:
        """Listen to this conversation instead of the one before."""
        self._end()
        if conversation is not None:
            self._unsubscribe = conversation.subscribe(self._listener)

    def _end(self) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
