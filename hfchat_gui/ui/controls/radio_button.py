"""A radio button in our colours: the style's own is too faint to be seen as one."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QRadioButton, QSizePolicy, QWidget

from hfchat_gui.ui.controls.marked_button import follow_theme, paint, size_of
from hfchat_gui.ui.look.theme import theme


class RadioButton(QRadioButton):
    """One of those with the same parent, of which one is on."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        follow_theme(self)

    # Qt's own names.

    def sizeHint(self) -> QSize:
        return size_of(self)

    def minimumSizeHint(self) -> QSize:
        return size_of(self)

    def hitButton(self, position: QPoint) -> bool:
        return self.rect().contains(position)

    def paintEvent(self, event: QPaintEvent) -> None:
        paint(self, _draw_dot)


def _draw_dot(painter: QPainter, square: QRectF, is_on: bool) -> None:
    middle, side = square.center(), square.width()
    painter.drawEllipse(middle, side / 2 - 0.5, side / 2 - 0.5)
    if is_on:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().palette.text_on_accent)
        painter.drawEllipse(middle, side / 5, side / 5)
