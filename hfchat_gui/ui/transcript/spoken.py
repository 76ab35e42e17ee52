"""Answers for the chat pane what accessibility items ask."""

from __future__ import annotations

from time import time
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtWidgets import QWidget

from hfchat_gui.conversation.message import Message
from hfchat_gui.ui.transcript.controls import Control
from hfchat_gui.ui.transcript.sent_line import WORDS
from hfchat_gui.ui.transcript.turn_foot import version_label
from hfchat_gui.ui.transcript.wording import waiting_line

if TYPE_CHECKING:
    from hfchat_gui.ui.transcript.transcript import Transcript


class Spoken:
    """Fills `accessible.SpokenPane` for a transcript."""

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript

    def is_alive(self) -> bool:
        return shiboken6.isValid(self._transcript)

    def widget(self) -> QWidget:
        return self._transcript

    def turn_count(self) -> int:
        return len(self._transcript.column) if self.is_alive() else 0

    def turn_message(self, turn: int) -> Message:
        return self._transcript.column.messages[turn]

    def turn_remark(self, turn: int) -> str:
        view = self._transcript.column.view(turn)
        version = version_label(view.standing)
        remarks = [
            WORDS if view.standing.begins_sent else "",
            f"Version {version}" if version else "",
            waiting_line(view.message, time()),
        ]
        return ". ".join(filter(None, remarks))

    def turn_at(self, point: QPoint) -> int | None:
        if not self.turn_count():
            return None
        viewport = self._transcript.viewport()
        inside = QPointF(viewport.mapFromGlobal(point))
        turn = self._transcript.column.index_at(self._transcript.in_column(inside).y())
        return turn if self.turn_rect(turn).contains(point) else None

    def turn_rect(self, turn: int) -> QRect:
        column = self._transcript.column
        rect = QRectF(0, column.top(turn), column.width, column.height(turn))
        return self._transcript.global_rect(rect)

    def turn_controls(self, turn: int) -> list[Control]:
        return [each.control for each in self._transcript.column.view(turn).offered]

    def control_rect(self, turn: int, control: Control) -> QRect:
        column = self._transcript.column
        rect = column.view(turn).rect_of(control)
        if rect is None:
            return QRect()
        return self._transcript.global_rect(rect.translated(0, column.top(turn)))

    def press(self, turn: int, control: Control) -> None:
        self._transcript.press(turn, control)

    def child_widgets(self) -> list[QWidget]:
        button = self._transcript.jump_button
        if not self.is_alive() or not shiboken6.isValid(button):  # asked while the window goes
            return []
        return [button] if button.isVisible() else []
