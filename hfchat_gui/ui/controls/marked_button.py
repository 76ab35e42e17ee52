"""What a check box and a radio button of ours have in common: a mark before their text."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QAbstractButton

from hfchat_gui.ui.look.fonts import with_text
from hfchat_gui.ui.look.palette import FOCUS_RING, ICON_SIZE, RADIUS_CONTROL, SPACE_S
from hfchat_gui.ui.look.theme import theme

_SLACK = 2  # pixels: metrics are rounded, and a line that would just fit is not to be broken

DrawMark = Callable[[QPainter, QRectF, bool], None]
"""Draws the mark into this square, on or off; the painter has the pen and brush of its outline."""


def follow_theme(button: QAbstractButton) -> None:
    """Let a button of this kind follow colours and text, and be reached by the Tab key."""
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    theme().changed.connect(button.updateGeometry)
    theme().changed.connect(button.update)


def size_of(button: QAbstractButton) -> QSize:
    """Return the room that mark and text take in one line."""
    metrics = button.fontMetrics()
    width = metrics.horizontalAdvance(button.text()) + _beside_text() + _SLACK
    return QSize(width, metrics.height() + SPACE_S)


def least_size_of(button: QAbstractButton) -> QSize:
    """Return the least room, where the text is broken between its words."""
    metrics = button.fontMetrics()
    longest = max(metrics.horizontalAdvance(word) for word in button.text().split())
    return QSize(longest + _beside_text(), metrics.height() + SPACE_S)


def height_of(button: QAbstractButton, width: int) -> int:
    """Return the height that the text takes where it is broken to this width."""
    room = QRect(0, 0, width - _beside_text(), 10_000)
    flags = int(Qt.TextFlag.TextWordWrap)
    return button.fontMetrics().boundingRect(room, flags, button.text()).height() + SPACE_S


def _beside_text() -> int:
    return with_text(ICON_SIZE) + 3 * SPACE_S


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
    text = button.rect().adjusted(2 * SPACE_S + side, 0, 0, 0)
    flags = int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
    painter.drawText(text, flags, button.text())
    painter.end()
