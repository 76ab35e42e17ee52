"""Says how large the window opens and where, so that none of it is off the screen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize

from hfchat_gui.conversation.choices import WindowPlace
from hfchat_gui.ui.look.palette import FRAME

WANTED = QSize(1180, 780)
MINIMUM = QSize(720, 480)


def smallest(screen: QRect) -> QSize:
    """Return the size below which the window is not made, on a screen with this free area."""
    return MINIMUM.boundedTo(_room(screen))


def first_place(screen: QRect) -> QRect:
    """Return where the window's content is put at first on a screen with this free area."""
    size = WANTED.boundedTo(_room(screen))
    left = screen.left() + (screen.width() - size.width()) // 2
    top = screen.top() + (screen.height() - size.height() + FRAME) // 2
    return QRect(left, top, size.width(), size.height())


def place_again(kept: WindowPlace | None, screens: Sequence[QRect]) -> QRect:
    """Return where the window stood, moved whole into the screen that shows most of it.

    Where no screen shows its middle any more, and at the first start, it is the first place on the
    first of `screens`, which are free areas.
    """
    if kept is not None:
        place = QRect(kept.x, kept.y, kept.width, kept.height)
        for screen in screens:
            if screen.contains(place.center()):
                return _within(place, screen)
    return first_place(screens[0])


def kept_place(normal: QRect, *, is_maximised: bool) -> WindowPlace:
    """Return what is remembered of a window whose content has this place when not maximised."""
    return WindowPlace(normal.x(), normal.y(), normal.width(), normal.height(), is_maximised)


def _within(place: QRect, screen: QRect) -> QRect:
    size = place.size().boundedTo(_room(screen)).expandedTo(smallest(screen))
    right, bottom = screen.x() + screen.width(), screen.y() + screen.height()
    left = max(screen.x(), min(place.x(), right - size.width()))
    top = max(screen.y() + FRAME, min(place.y(), bottom - size.height()))
    return QRect(left, top, size.width(), size.height())


def _room(screen: QRect) -> QSize:
    return QSize(screen.width(), screen.height() - FRAME)
