"""Text that is shown as it is: what a person typed, what a model thought, small remarks."""

from __future__ import annotations

from enum import Enum, auto
from math import ceil

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextDocument

from hfchat_gui.ui.look.icons import paint_icon
from hfchat_gui.ui.look.palette import SPACE_L, SPACE_S
from hfchat_gui.ui.transcript.document_piece import DocumentPiece, airy_lines, whole
from hfchat_gui.ui.transcript.piece import Canvas
from hfchat_gui.ui.transcript.style import Style


class Tone(Enum):
    """How loud the text is."""

    BODY = auto()
    THOUGHT = auto()
    REMARK = auto()


class PlainPiece(DocumentPiece):
    """Plain text, with an icon before its first line if one is named."""

    def __init__(self, text: str, tone: Tone, *, icon: str = "", gap: int = 0) -> None:
        super().__init__()
        self._text = text
        self._tone = tone
        self._icon = icon
        self.gap = gap
        self.left = SPACE_L if tone is Tone.THOUGHT else 0

    @property
    def source(self) -> str:
        return self._text

    def measure(self, width: int, style: Style) -> None:
        if self._icon:
            self.left = style.icon + SPACE_S
        super().measure(width, style)

    def build(self, document: QTextDocument, style: Style) -> None:
        is_small = self._tone is Tone.REMARK
        line = style.small_line if is_small else style.body_line
        document.setDefaultFont(style.small if is_small else style.body)
        document.setPlainText(self._text)
        whole(document).mergeBlockFormat(airy_lines(line))

    def estimate(self, width: int, style: Style) -> int:
        line = style.small_line if self._tone is Tone.REMARK else style.body_line
        return estimated_height(self._text, width - self.left, style.body_char, line)

    @property
    def steps_back(self) -> bool:
        return self._tone is not Tone.BODY

    def paint(self, canvas: Canvas) -> None:
        super().paint(canvas)
        if self._icon:
            side = canvas.style.icon
            box = QRectF(0, (canvas.style.small_line - side) / 2, side, side)
            paint_icon(canvas.painter, self._icon, box, canvas.style.palette.text_secondary)
        elif self._tone is Tone.THOUGHT:
            bar = QRectF(6, 0, 2, self.height)
            canvas.painter.fillRect(bar, canvas.style.palette.hairline)


def estimated_height(text: str, width: float, char: float, line: float) -> int:
    """Guess the height of wrapped text from its length and its line ends."""
    per_line = max(1.0, width / char)
    breaks = text.count("\n")
    return ceil(max(breaks + 1.0, len(text) / per_line + breaks / 2) * line)
