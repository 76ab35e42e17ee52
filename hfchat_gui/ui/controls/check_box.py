"""A check box in our colours, with our tick: the style's own is too faint to be seen as one."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from hfchat_gui.ui.controls.marked_button import (
    follow_theme,
    height_of,
    least_size_of,
    paint,
    size_of,
)
from hfchat_gui.ui.look.icons import paint_icon
from hfchat_gui.ui.look.theme import theme


class CheckBox(QCheckBox):
    """Two states; its text is broken where one line has no room."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        follow_theme(self)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    # Qt's own names.

    def sizeHint(self) -> QSize:
        return size_of(self)

    def minimumSizeHint(self) -> QSize:
        return least_size_of(self)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return height_of(self, width)

    def hitButton(self, position: QPoint) -> bool:
        return self.rect().contains(position)

    def paintEvent(self, event: QPaintEvent) -> None:
        paint(self, _draw_tick)


def _draw_tick(painter: QPainter, square: QRectF, is_on: bool) -> None:
    painter.drawRoundedRect(square.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    if is_on:
        inside = square.adjusted(2, 2, -2, -2)
        paint_icon(painter, "check", inside, theme().palette.text_on_accent)
