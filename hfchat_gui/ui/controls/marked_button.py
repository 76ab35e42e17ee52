"""What a check box and a radio button of ours have in common: a mark before one line of text."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QAbstractButton

from hfchat_gui.ui.look.fonts import with_text
from hfchat_gui.ui.look.palette import FOCUS_RING, ICON_SIZE, RADIUS_CONTROL, SPACE_S
from hfchat_gui.ui.look.theme import theme

DrawMark = Callable[[QPainter, QRectF, bool], None]
"""Draws the mark into this square, on or off; the painter has the pen and brush of its outline."""


def follow_theme(button: QAbstractButton) -> None:
    """Let a button of this kind follow colours and text, and be reached by the Tab key."""
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    theme().changed.connect(button.updateGeometry)
    theme().changed.connect(button.update)


def size_of(button: QAbstractButton) -> QSize:
    """Return the room that mark and text take."""
    metrics = button.fontMetrics()
    width = metrics.horizontalAdvance(button.text()) + with_text(ICON_SIZE) + 3 * SPACE_S
    return QSize(width, metrics.height() + SPACE_S)


def paint(button: QAbstractButton, draw_mark: DrawMark) -> None:
    """Draw the button: the ring where it has the keyboard, its mark and its text."""
    palette, side = theme().palette, with_text(ICON_SIZE)
    painter = QPainter(button)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if button.hasFocus():
        painter.setPen(QPen(palette.accent, FOCUS_RING))
        ring = QRectF(button.rect()).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(ring, RADIUS_CONTROL, RADIUS_CONTROL)
    is_on = button.isChecked()
    painter.setPen(QPen(palette.accent if is_on else palette.control_border, 1))
    painter.setBrush(palette.accent if is_on else palette.window)
    draw_mark(painter, QRectF(SPACE_S, (button.height() - side) / 2, side, side), is_on)
    painter.setPen(palette.text)
    line = button.rect().adjusted(2 * SPACE_S + side, 0, 0, 0)
    painter.drawText(line, int(Qt.AlignmentFlag.AlignVCenter), button.text())
    painter.end()
