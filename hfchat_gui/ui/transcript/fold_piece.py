"""The line that opens and closes what a model thought before it answered."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF

from hfchat_gui.ui.look.palette import SPACE_M, SPACE_XS
from hfchat_gui.ui.transcript.controls import Control, ControlKind, control_width
from hfchat_gui.ui.transcript.piece import Canvas, Piece
from hfchat_gui.ui.transcript.style import Style


def fold_control(text: str, *, is_open: bool) -> Control:
    """Return the control of the line, without its place."""
    icon = "chevron-down" if is_open else "chevron-right"
    return Control(ControlKind.THINKING, text, text, icon)


class FoldPiece(Piece):
    """Shows `text` ("Thinking…", "Thought for 4 s") as something that opens."""

    gap = SPACE_XS

    def __init__(self, text: str, *, is_open: bool) -> None:
        super().__init__()
        self._control = fold_control(text, is_open=is_open)

    def estimate(self, width: int, style: Style) -> int:
        return style.button

    def measure(self, width: int, style: Style) -> None:
        self.height = self.estimate(width, style)
        room = control_width(self._control.text, self._control.icon, style)
        rect = QRectF(-SPACE_M, 0, room, self.height)
        self._control = replace(self._control, rect=rect)
        self.is_measured = True

    def controls(self) -> list[Control]:
        return [self._control]

    def paint(self, canvas: Canvas) -> None:
        canvas.paint_controls([self._control])
