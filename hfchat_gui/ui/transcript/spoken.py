"""Answers for the chat pane what accessibility items ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QRect, QRectF
from PySide6.QtWidgets import QWidget

from hfchat_gui.conversation.message import Message
from hfchat_gui.ui.transcript.controls import Control

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

    def turn_rect(self, turn: int) -> QRect:
        column = self._transcript.column
        rect = QRectF(0, column.top(turn), column.width, column.height(turn))
        return self._transcript.global_rect(rect)

    def turn_controls(self, turn: int) -> list[Control]:
        view = self._transcript.column.view(turn)
        view.measure(0, view.height)
        return [placed.control for placed in view.controls()]

    def control_rect(self, turn: int, control: Control) -> QRect:
        column = self._transcript.column
        for placed in column.view(turn).controls():
            if placed.control.is_same(control):
                return self._transcript.global_rect(placed.rect.translated(0, column.top(turn)))
        return QRect()

    def press(self, turn: int, control: Control) -> None:
        self._transcript.press(turn, control)

    def child_widgets(self) -> list[QWidget]:
        button = self._transcript.jump_button
        return [button] if button.isVisible() else []
