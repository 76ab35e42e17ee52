"""The line above the first turn that is still sent: those above were left out for want of room."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from hfchat_gui.ui.look.palette import SPACE_L, SPACE_M, SPACE_S, SPACE_XL
from hfchat_gui.ui.transcript.style import Style

WORDS = "The turns above are not sent to the model any more"
_FLAGS = Qt.AlignmentFlag.AlignCenter.value | Qt.TextFlag.TextWordWrap.value


def sent_line_height(width: int, style: Style) -> int:
    """Return how much room the line takes, with the gaps around it."""
    return ceil(_words_rect(width, style).bottom()) + SPACE_XL


def paint_sent_line(painter: QPainter, width: int, style: Style) -> None:
    """Draw the words in the middle of a hairline, at the painter's origin."""
    words = _words_rect(width, style)
    painter.setFont(style.small)
    painter.setPen(style.palette.text_secondary)
    painter.drawText(words, _FLAGS, WORDS)
    y = round(words.center().y())
    for left, right in ((0.0, words.left() - SPACE_M), (words.right() + SPACE_M, float(width))):
        painter.fillRect(QRectF(left, y, right - left, 1), style.palette.control_border)


def _words_rect(width: int, style: Style) -> QRectF:
    room = QRectF(0, 0, max(40, width - 2 * (SPACE_L + SPACE_M)), 10_000)
    rect = QFontMetricsF(style.small).boundingRect(room, _FLAGS, WORDS)
    wide, high = ceil(rect.width()) + 1, ceil(rect.height())
    return QRectF((width - wide) / 2, SPACE_S, wide, high)
