"""The text of an attached file or paste, opened: in the fixed font, read a little at a time."""

from __future__ import annotations

from math import inf

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextDocument

from hfchat_gui.ui.look.palette import SPACE_L
from hfchat_gui.ui.transcript.document_piece import DocumentPiece, airy_lines, whole
from hfchat_gui.ui.transcript.piece import Canvas, Piece
from hfchat_gui.ui.transcript.plain_piece import estimated_height
from hfchat_gui.ui.transcript.style import Style

_PART = 4_000  # characters that are one document
_LINES = 150  # at most in a part: each line takes its time to lay out
_HELPING = 40  # parts that are cut at once
_BAR = 2


class AttachedBody:
    """The pieces of `text`, as far as it has been read; the last one stands for the rest."""

    def __init__(self, text: str, gap: int) -> None:
        self.pieces: list[Piece] = []
        self._text = text
        self._gap = gap
        self._at = 0
        self._lines_left = text.count("\n")

    @property
    def is_behind(self) -> bool:
        """Whether there is more to read."""
        return self._at < len(self._text)

    def read_on(self) -> None:
        """Read a helping more, if there is more."""
        if not self.is_behind and self.pieces:
            return
        if self.pieces:
            self.pieces.pop()  # what stood for the rest
        for _ in range(_HELPING):
            end = _end_of_part(self._text, self._at)
            self._lines_left -= self._text.count("\n", self._at, end)
            gap = 0 if self._at else self._gap
            self.pieces.append(_FixedPiece(self._text, self._at, end, gap))
            self._at = end
            if not self.is_behind:
                return
        self.pieces.append(_Rest(self._text, self._at, self._lines_left))


class _FixedPiece(DocumentPiece):
    """Shows `text` from `start` to `end`."""

    left = SPACE_L

    def __init__(self, text: str, start: int, end: int, gap: int) -> None:
        super().__init__()
        self.gap = gap
        self.joint = "\n" if text[start - 1 : start] == "\n" else ""
        self._whole, self._start, self._end = text, start, end

    @property
    def source(self) -> str:
        return self._whole[self._start : self._end].removesuffix("\n")

    @property
    def ideal_width(self) -> float:
        return inf

    def build(self, document: QTextDocument, style: Style) -> None:
        document.setDefaultFont(style.code)
        document.setPlainText(self.source)
        whole(document).mergeBlockFormat(airy_lines(style.code_line))

    def estimate(self, width: int, style: Style) -> int:
        return estimated_height(self.source, width - self.left, style.code_char, style.code_line)

    def paint(self, canvas: Canvas) -> None:
        super().paint(canvas)
        bar = QRectF(6, 0, _BAR, self.height)
        canvas.painter.fillRect(bar, canvas.style.palette.hairline)


class _Rest(Piece):
    """Takes about the room that the text from `start` on will take, which has so many lines."""

    joint = ""

    def __init__(self, text: str, start: int, lines: int) -> None:
        super().__init__()
        self._whole, self._start, self._lines = text, start, lines

    @property
    def source(self) -> str:
        return self._whole[self._start :]

    @property
    def length(self) -> int:
        return len(self._whole) - self._start

    def text(self, start: int, end: int) -> str:
        return self._whole[self._start + start : self._start + end]

    def estimate(self, width: int, style: Style) -> int:
        in_lines = self.length * style.code_char / max(1, width)
        return round(max(self._lines + 1.0, in_lines + self._lines / 2) * style.code_line)

    def measure(self, width: int, style: Style) -> None:
        self.height = self.estimate(width, style)
        self.is_measured = True

    def paint(self, canvas: Canvas) -> None:
        """Nothing is laid out to draw."""


def _end_of_part(text: str, start: int) -> int:
    """Return where a part ends: after a line if one ends there, and not after too many."""
    end = min(start + _PART, len(text))
    if text.count("\n", start, end) > _LINES:
        at = start
        for _ in range(_LINES):
            at = text.index("\n", at) + 1
        return at
    if end == len(text):
        return end
    for sign in ("\n", " "):
        found = text.rfind(sign, start + _PART // 2, end)
        if found > 0:
            return found + 1
    return end
