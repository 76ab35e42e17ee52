"""The palette follows the system's scheme, at once and everywhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.palette import DARK, LIGHT
from hfchat_gui.ui.theme import current, theme

_DARK, _LIGHT, _SYSTEM = Qt.ColorScheme.Dark, Qt.ColorScheme.Light, Qt.ColorScheme.Unknown


@pytest.fixture(autouse=True)
def _follow_the_system_afterwards(qapp: QApplication) -> Iterator[None]:
    yield
    theme().set_scheme(_SYSTEM)


def _system_turns(scheme: Qt.ColorScheme) -> None:
    QGuiApplication.styleHints().colorSchemeChanged.emit(scheme)


def test_there_is_one_theme_for_the_application(qapp: QApplication) -> None:
    assert theme() is theme()
    assert current() is theme().palette


def test_a_change_of_the_system_is_followed_live(qapp: QApplication, qtbot: QtBot) -> None:
    _system_turns(_LIGHT)
    with qtbot.waitSignal(theme().changed):
        _system_turns(_DARK)
    assert current() is DARK
    assert theme().is_dark
    assert qapp.palette().color(QPalette.ColorRole.Window) == DARK.window
    assert DARK.accent.name() in qapp.styleSheet()


def test_the_same_scheme_again_changes_nothing(qapp: QApplication, qtbot: QtBot) -> None:
    _system_turns(_DARK)
    with qtbot.assertNotEmitted(theme().changed):
        _system_turns(_DARK)


def test_a_scheme_that_was_asked_for_outweighs_the_system(qapp: QApplication) -> None:
    theme().set_scheme(_LIGHT)
    _system_turns(_DARK)
    assert current() is LIGHT


def test_dressing_gives_the_application_font_and_colours(qapp: QApplication) -> None:
    theme().dress(qapp)
    assert qapp.font().pointSizeF() >= 10.5
    assert qapp.style().name() in ("fusion", "")
