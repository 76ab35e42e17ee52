"""The side panel is as the person left it, grows with the text, and leaves room for the chat."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from hfchat_gui.conversation.choices import PanelChoice
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.side_panel.panel_edge import PanelEdge
from hfchat_gui.ui.window.main_window import MainWindow
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import named, press
from tests.ui.stand_ins import House


@pytest.fixture(autouse=True)
def _usual_text() -> Iterator[None]:
    yield
    theme().set_text_size(100)


def _edge(window: MainWindow) -> PanelEdge:
    edge = window.findChild(PanelEdge)
    assert isinstance(edge, PanelEdge)
    return edge


@pytest.mark.parametrize(
    ("size", "window_width", "wanted"),
    [(80, 1600, 208), (100, 1600, 260), (200, 1600, 520), (200, 1180, 472), (150, 1180, 390)],
)
def test_it_grows_with_the_text_as_far_as_the_window_has_room(
    qt_run: Run, opened: Opened, size: int, window_width: int, wanted: int
) -> None:
    async def scenario() -> int:
        async with opened() as window:
            window.resize(window_width, 780)
            theme().set_text_size(size)
            return window._panel.width()

    assert qt_run(scenario()) == wanted


def test_a_width_that_was_dragged_is_there_again_at_any_size_of_text(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> list[int]:
        async with opened() as window:
            window.resize(1600, 780)
            theme().set_text_size(200)
            _edge(window).dragged.emit(600)
            widths = [window._panel.width()]
            assert house.preferences.side_panel.width == 260  # not before it is let go
            _edge(window).settled.emit()
        async with opened() as window:
            window.resize(1600, 780)
            theme().set_text_size(200)
            widths.append(window._panel.width())
            theme().set_text_size(100)
            return [*widths, window._panel.width()]

    assert qt_run(scenario()) == [600, 600, 300]
    assert house.preferences.side_panel.width == 300


def test_it_is_never_too_narrow_or_too_wide(qt_run: Run, opened: Opened, house: House) -> None:
    async def scenario() -> list[int]:
        async with opened() as window:
            window.resize(1000, 780)
            widths = []
            for wanted in (5, 2000):
                _edge(window).dragged.emit(wanted)
                widths.append(window._panel.width())
            QTest.keyClick(_edge(window), Qt.Key.Key_Left)
            widths.append(window._panel.width())
            _edge(window).reset.emit()
            return [*widths, window._panel.width()]

    assert qt_run(scenario()) == [180, 400, 384, 260]
    assert house.preferences.side_panel == PanelChoice()


def test_that_it_is_hidden_is_remembered_for_wide_windows_and_for_narrow_ones(
    qt_run: Run, opened: Opened, house: House
) -> None:
    def is_shown(window: MainWindow, width: int) -> bool:
        window.resize(width, 600)
        return bool(named(window, "Conversations"))

    async def scenario() -> None:
        async with opened() as window:
            assert is_shown(window, 1180)
            press(window, "Hide the side panel")
            assert not is_shown(window, 720)
            press(window, "Show the side panel")
            assert is_shown(window, 730)
            assert not is_shown(window, 1180)
        async with opened() as window:
            assert not is_shown(window, 1180)
            assert is_shown(window, 720)

    qt_run(scenario())
    assert house.preferences.side_panel == PanelChoice(is_in_wide=False, is_in_narrow=True)
