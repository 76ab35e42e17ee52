"""A thematic break: a hairline across the column."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from hfchat_gui.ui.look.palette import SPACE_L
from hfchat_gui.ui.transcript.piece import Canvas, Piece
from hfchat_gui.ui.transcript.style import Style


class RulePiece(Piece):
    """Shows the line that `source` stands for."""

    gap = SPACE_L

    def __init__(self, source: str) -> None:
        super().__init__()
        self._source = source
        self._width = 0

    @property
    def source(self) -> str:
        return self._source.rstrip()

    def estimate(self, width: int, style: Style) -> int:
        return 1 + SPACE_L // 2

    def measure(self, width: int, style: Style) -> None:
        self._width = width
        self.height = self.estimate(width, style)
        self.is_measured = True

    def paint(self, canvas: Canvas) -> None:
        line = QRectF(0, 0, self._width, 1)
        canvas.painter.fillRect(line, canvas.style.palette.hairline)
