"""Lets seconds be counted: those that a reply is waited for, and those until one may ask again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible

from hfchat_gui.conversation.message import Message, ReplyState
from hfchat_gui.ui.controls.announcing import announce
from hfchat_gui.ui.transcript import accessible
from hfchat_gui.ui.transcript.countdown import until_next

if TYPE_CHECKING:
    from hfchat_gui.ui.transcript.transcript import Transcript

_SECOND = 1000  # milliseconds
_IT_IS_TIME = "The server can be asked again now."


class WaitingClock:
    """One timer for all: it runs while the last turn waits, or a card that counts down is in view.

    It rests while the window is minimised. Call `run` whenever what is in view may be another.
    """

    def __init__(self, pane: Transcript) -> None:
        self._pane = pane
        self._timer = QTimer(pane)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_timeout)

    def run(self) -> None:
        """Run until the next second that is shown, or stop."""
        due = min(self._due(), default=None) if self._is_seen else None
        if due is None:
            self._timer.stop()
        elif not self._timer.isActive() or self._timer.remainingTime() > due:
            self._timer.start(due)

    @property
    def _is_seen(self) -> bool:
        """Whether somebody may look at it: Qt calls a minimised window visible."""
        return self._pane.isVisible() and not self._pane.window().isMinimized()

    def _due(self) -> list[int]:
        """Return the milliseconds after which each of the turns shows another second."""
        due = [
            until_next(message.error, counted)
            for message, counted in self._counting()
            if message.error is not None
        ]
        return [*due, _SECOND] if self._waiting() else due

    def _waiting(self) -> list[Message]:
        last = self._pane.column.messages[-1:]
        return [message for message in last if message.state is ReplyState.WAITING]

    def _counting(self) -> list[tuple[Message, int]]:
        """Return the turns in view whose cards count down, with the seconds that they show."""
        top = self._pane.scroller.offset
        views = self._pane.column.between(top, top + self._pane.scroller.height)
        return [(view.message, view.counted) for _, view in views if view.counted]

    def _on_timeout(self) -> None:
        counting = [message for message, _ in self._counting()]
        for message in (*self._waiting(), *counting):
            self._pane.redraw(message)
        for message in counting:
            self._tell_end(message)
        self.run()

    def _tell_end(self, message: Message) -> None:
        turn = self._pane.column.place_of(message.id)
        if turn is not None and not self._pane.column.view(turn).counted:
            accessible.tell(self._pane.spoken_pane(), turn, QAccessible.Event.NameChanged)
            announce(self._pane, _IT_IS_TIME)
