"""The button that leads back to the end while something further up is read."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QWidget

from hfchat_gui.ui.look.palette import SPACE_L
from hfchat_gui.ui.transcript.controls import (
    Control,
    ControlKind,
    Look,
    control_width,
    paint_control,
)
from hfchat_gui.ui.transcript.style import Style

_WORDS = "Jump to end"
_ICON = "chevron-down"


class JumpButton(QPushButton):
    """Floats at the bottom of the pane, drawn like the buttons of the turns."""

    def __init__(self, pane: QWidget, style: Style) -> None:
        super().__init__(_WORDS, pane)
        self._pane = pane
        self._look = style
        self.setAccessibleName(_WORDS)
        self.setToolTip(f"{_WORDS} (End)")
        self.hide()

    def take_style(self, style: Style) -> None:
        """Draw in another style from now on."""
        self._look = style
        self.place()
        self.update()

    def place(self) -> None:
        """Stand in the middle above the pane's bottom."""
        size = self.sizeHint()
        left = (self._pane.width() - size.width()) // 2
        self.setGeometry(left, self._pane.height() - size.height() - SPACE_L, *size.toTuple())
        self.raise_()

    def sizeHint(self) -> QSize:
        width = control_width(_WORDS, _ICON, self._look)
        return QSize(ceil(width), self._look.button + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        rect = QRectF(self.rect())
        control = Control(ControlKind.JUMP, _WORDS, _WORDS, _ICON, look=Look.SECONDARY, rect=rect)
        painter = QPainter(self)
        hovered, focused = self.underMouse(), self.hasFocus()
        paint_control(painter, control, self._look, hovered=hovered, focused=focused)
        painter.end()
