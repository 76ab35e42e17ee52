"""The window opens whole on any screen, in its middle."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, QSize

from hfchat_gui.conversation.choices import WindowPlace
from hfchat_gui.ui.look.palette import FRAME
from hfchat_gui.ui.window.main_window import MainWindow
from hfchat_gui.ui.window.window_place import (
    MINIMUM,
    WANTED,
    first_place,
    place_again,
    smallest,
)
from tests.helpers.patience import settle
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.stand_ins import House

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


def _kept(x: int, y: int, width: int = 1000, height: int = 700) -> WindowPlace:
    return WindowPlace(x, y, width, height)


def test_it_opens_where_it_stood() -> None:
    for screen in (SCREENS[0], QRect(1920, 0, 1920, 1080)):
        kept = _kept(screen.x() + 200, 150)
        assert place_again(kept, [SCREENS[0], screen]) == QRect(screen.x() + 200, 150, 1000, 700)


def test_a_screen_that_went_away_takes_its_place_with_it() -> None:
    for kept in (None, _kept(2500, 100), _kept(-3000, 0), _kept(200, 5000)):
        assert place_again(kept, [SCREENS[0]]) == first_place(SCREENS[0])


@pytest.mark.parametrize(
    "kept", [_kept(-300, -200), _kept(1300, 700), _kept(0, 0, 3000, 2000), _kept(900, 500, 3, 3)]
)
def test_what_reaches_over_an_edge_or_is_too_large_is_moved_in_whole(kept: WindowPlace) -> None:
    place = place_again(kept, [SCREENS[0]])
    assert SCREENS[0].contains(place.adjusted(0, -FRAME, 0, 0))
    assert place.width() >= MINIMUM.width()


def test_a_smaller_screen_makes_it_smaller() -> None:
    place = place_again(_kept(0, 0, 1600, 1000), [SCREENS[3]])
    assert SCREENS[3].contains(place.adjusted(0, -FRAME, 0, 0))


def test_the_place_is_remembered_and_taken_again(qt_run: Run, opened: Opened, house: House) -> None:
    async def scenario() -> tuple[QRect, bool]:
        async with opened() as window:
            window.setGeometry(10, 50, 730, 490)
        assert house.preferences.window_place == WindowPlace(10, 50, 730, 490)
        async with opened() as window:
            return window.geometry(), window.isMaximized()

    assert qt_run(scenario()) == (QRect(10, 50, 730, 490), False)


def test_a_maximised_window_is_so_again_and_knows_its_usual_place(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.preferences.window_place = WindowPlace(20, 60, 740, 500, is_maximised=True)

    async def scenario() -> bool:
        async with opened() as window:
            await settle()
            return window.isMaximized()

    assert qt_run(scenario())
    kept = house.preferences.window_place
    assert kept is not None
    assert kept.is_maximised


def test_the_window_opens_there(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            assert isinstance(window, MainWindow)
            screen = window.screen().availableGeometry()
            assert window.geometry() == first_place(screen)
            assert window.minimumSize() == smallest(screen)

    qt_run(scenario())
