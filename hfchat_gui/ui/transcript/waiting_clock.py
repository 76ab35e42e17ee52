"""Lets the seconds be counted that a reply has been waited for."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from hfchat_gui.conversation.message import Message, ReplyState

_SECOND = 1000


class WaitingClock:
    """Calls `on_second` with the last turn each second while that waits for its first word."""

    def __init__(self, owner: QObject, on_second: Callable[[Message], None]) -> None:
        self._on_second = on_second
        self._last: Message | None = None
        self._timer = QTimer(owner)
        self._timer.setInterval(_SECOND)
        self._timer.timeout.connect(self._on_timeout)

    def run(self, last: Message | None) -> None:
        """Run while `last` waits, or stop."""
        self._last = last
        if last is None or last.state is not ReplyState.WAITING:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    def _on_timeout(self) -> None:
        if self._last is not None:
            self._on_second(self._last)
