"""A card that floats above the window's content, with the only kind of shadow there is here."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from hfchat_gui.ui.look.palette import RADIUS_CARD, SPACE_XL
from hfchat_gui.ui.look.theme import theme

_SHADOW = SPACE_XL
_DROP = 6


class FloatingCard(QWidget):
    """`content` is the inside; fill it by a layout and place the card by `place`."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.content = QWidget(self)
        around = QVBoxLayout(self)
        around.setContentsMargins(_SHADOW, _SHADOW, _SHADOW, _SHADOW)
        around.addWidget(self.content)
        theme().changed.connect(self.update)

    def place(self, rect: QRect) -> None:
        """Put the visible card there; its shadow reaches beyond."""
        self.setGeometry(rect.adjusted(-_SHADOW, -_SHADOW, _SHADOW, _SHADOW))

    # Qt's own names.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.content.geometry().contains(event.position().toPoint()):
            super().mousePressEvent(event)  # in the shadow, which belongs to what is below

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = theme().palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QRectF(self.content.geometry())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 9 if palette.is_dark else 3))
        for reach in range(_SHADOW - _DROP, 0, -2):
            shade = card.adjusted(-reach, -reach + _DROP, reach, reach + _DROP)
            painter.drawRoundedRect(shade, RADIUS_CARD + reach, RADIUS_CARD + reach)
        painter.setPen(QPen(palette.hairline, 1))
        painter.setBrush(palette.card if palette.is_dark else palette.window)
        painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_CARD, RADIUS_CARD)
        painter.end()
