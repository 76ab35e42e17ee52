"""The window opens whole on any screen, in its middle."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, QSize

from hfchat_gui.ui.main_window import MainWindow
from hfchat_gui.ui.window_place import FRAME, MINIMUM, WANTED, first_place, smallest
from tests.helpers.running import Run
from tests.ui.conftest import Opened

SCREENS = [
    *(QRect(0, 0, 1920, 1080), QRect(0, 27, 1366, 741), QRect(0, 0, 1280, 720)),
    *(QRect(0, 0, 960, 540), QRect(1920, 200, 1024, 600), QRect(0, 0, 640, 400)),
]


@pytest.mark.parametrize("screen", SCREENS)
def test_no_edge_is_off_the_screen(screen: QRect) -> None:
    place = first_place(screen)
    assert screen.contains(place.adjusted(0, -FRAME, 0, 0))
    assert smallest(screen).width() <= place.width()
    assert smallest(screen).height() <= place.height()


@pytest.mark.parametrize("screen", SCREENS)
def test_it_is_in_the_middle(screen: QRect) -> None:
    framed = first_place(screen).adjusted(0, -FRAME, 0, 0)
    distance = framed.center() - screen.center()
    assert distance.manhattanLength() <= 2


def test_a_large_screen_gives_all_that_is_wanted() -> None:
    assert first_place(SCREENS[0]).size() == WANTED
    assert smallest(SCREENS[0]) == MINIMUM == QSize(720, 480)


def test_the_window_opens_there(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            assert isinstance(window, MainWindow)
            screen = window.screen().availableGeometry()
            assert window.geometry() == first_place(screen)
            assert window.minimumSize() == smallest(screen)

    qt_run(scenario())
