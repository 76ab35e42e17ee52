"""The bullets of lists, drawn by ourselves: Qt's are large and stand too close to their text."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFontInfo,
    QFontMetricsF,
    QPainter,
    QPen,
    QTextBlock,
    QTextBlockFormat,
    QTextDocument,
    QTextFormat,
    QTextList,
    QTextListFormat,
)

_GAP = 8  # between a bullet and its text
_SHARE = 0.34  # of the text's size
_RING = 1.2  # how thick the line of a hollow bullet is
_QTS_OWN = (
    QTextListFormat.Style.ListDisc,
    QTextListFormat.Style.ListCircle,
    QTextListFormat.Style.ListSquare,
)


@dataclass(frozen=True, slots=True)
class Bullet:
    """Where a bullet is, in its document, and how deep its list is nested, from 1."""

    box: QRectF
    level: int

    def paint(self, painter: QPainter, colour: QColor) -> None:
        """Draw a disc, inside other lists a ring, and inside those a square."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        if self.level == 1:
            painter.drawEllipse(self.box)
        elif self.level == 2:
            half = _RING / 2
            painter.setPen(QPen(colour, _RING))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(self.box.adjusted(half, half, -half, -half))
        else:
            painter.drawRect(self.box.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.restore()


def hide_bullet(block: QTextBlock, look: QTextBlockFormat) -> None:
    """Let a paragraph's format say that Qt is to draw no bullet; boxes to tick stay Qt's."""
    found: QTextList | None = block.textList()  # the stub knows no None
    if found is None or look.marker() is not QTextBlockFormat.MarkerType.NoMarker:
        return
    if found.format().style() in _QTS_OWN:
        hidden = QTextListFormat.Style.ListStyleUndefined
        look.setProperty(QTextFormat.Property.ListStyle, hidden.value)


def bullets_of(document: QTextDocument) -> list[Bullet]:
    """Return the bullets that Qt does not draw; the document has been laid out."""
    font = document.defaultFont()
    size = max(4, round(QFontInfo(font).pixelSize() * _SHARE))
    middle = QFontMetricsF(font).xHeight() / 2 + 0.5
    found = []
    block = document.firstBlock()
    while block.isValid():
        items: QTextList | None = block.textList()
        is_ours = block.blockFormat().hasProperty(QTextFormat.Property.ListStyle)
        if items is not None and is_ours and block.layout().lineCount():
            centre = _text_start(block) + QPointF(0, -middle)
            is_ltr = block.textDirection() == Qt.LayoutDirection.LeftToRight
            left = centre.x() - _GAP - size if is_ltr else centre.x() + _GAP
            box = QRectF(round(left), round(centre.y() - size / 2), size, size)
            found.append(Bullet(box, items.format().indent()))
        block = block.next()
    return found


def _text_start(block: QTextBlock) -> QPointF:
    """Return where the first line's text begins on its base line."""
    lines = block.layout()
    line = lines.lineAt(0)
    text = line.naturalTextRect()
    is_ltr = block.textDirection() == Qt.LayoutDirection.LeftToRight
    x = text.left() if is_ltr else text.right()
    return lines.position() + QPointF(x, line.y() + line.ascent())
