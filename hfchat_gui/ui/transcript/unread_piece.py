"""Stands for the rest of a long text until that has been read."""

from __future__ import annotations

from hfchat_gui.ui.transcript.piece import Canvas, Piece
from hfchat_gui.ui.transcript.plain_piece import estimated_height
from hfchat_gui.ui.transcript.style import Style


class UnreadPiece(Piece):
    """Takes about the room that `source` will take; `joint` is the white space before it."""

    def __init__(self, source: str, joint: str) -> None:
        super().__init__()
        self.joint = joint
        self._source = source.rstrip()

    @property
    def source(self) -> str:
        return self._source

    @property
    def length(self) -> int:
        return len(self._source)

    def text(self, start: int, end: int) -> str:
        return self._source[start:end]

    def estimate(self, width: int, style: Style) -> int:
        return estimated_height(self._source, width, style.body_char, style.body_line)

    def measure(self, width: int, style: Style) -> None:
        self.height = self.estimate(width, style)
        self.is_measured = True

    def paint(self, canvas: Canvas) -> None:
        """Nothing is known to draw."""
