"""Says how large the window opens and where, so that none of it is off the screen."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize

WANTED = QSize(1180, 780)
MINIMUM = QSize(720, 480)
FRAME = 40  # pixels for the title bar, which no system tells before the window is shown


def smallest(screen: QRect) -> QSize:
    """Return the size below which the window is not made, on a screen with this free area."""
    return MINIMUM.boundedTo(_room(screen))


def first_place(screen: QRect) -> QRect:
    """Return where the window's content is put at first on a screen with this free area."""
    size = WANTED.boundedTo(_room(screen))
    left = screen.left() + (screen.width() - size.width()) // 2
    top = screen.top() + (screen.height() - size.height() + FRAME) // 2
    return QRect(left, top, size.width(), size.height())


def _room(screen: QRect) -> QSize:
    return QSize(screen.width(), screen.height() - FRAME)
