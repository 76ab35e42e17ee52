"""The palette follows the system's scheme, at once and everywhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.look.fonts import CODE_SCALE, code_font, small_font, with_text
from hfchat_gui.ui.look.palette import DARK, LIGHT
from hfchat_gui.ui.look.theme import current, keep_font, theme

_DARK, _LIGHT, _SYSTEM = Qt.ColorScheme.Dark, Qt.ColorScheme.Light, Qt.ColorScheme.Unknown


@pytest.fixture(autouse=True)
def _follow_the_system_afterwards(qapp: QApplication) -> Iterator[None]:
    yield
    theme().set_scheme(_SYSTEM)
    theme().set_text_size(100)


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


def test_text_of_another_size_is_a_change_for_all(qapp: QApplication, qtbot: QtBot) -> None:
    theme().dress(qapp)
    usual = qapp.font().pointSizeF()
    with qtbot.waitSignal(theme().changed):
        theme().set_text_size(150)
    assert qapp.font().pointSizeF() == pytest.approx(1.5 * usual)
    assert code_font().pointSizeF() == pytest.approx(1.5 * usual * CODE_SCALE)
    assert with_text(16) == 24
    with qtbot.assertNotEmitted(theme().changed):
        theme().set_text_size(150)


@pytest.mark.parametrize(("asked", "given"), [(10, 80), (1000, 200)])
def test_the_size_of_text_has_bounds(qapp: QApplication, asked: int, given: int) -> None:
    theme().set_text_size(asked)
    assert theme().text_size == given


def test_widgets_follow_the_size_in_whatever_font_they_keep(
    qapp: QApplication, qtbot: QtBot
) -> None:
    theme().dress(qapp)
    plain, kept = QLabel("plain"), QLabel("kept")
    for label in (plain, kept):
        qtbot.addWidget(label)
    keep_font(kept, small_font)
    before = plain.sizeHint().height(), kept.sizeHint().height()
    theme().set_text_size(200)
    after = plain.sizeHint().height(), kept.sizeHint().height()
    assert all(large > 1.7 * small for large, small in zip(after, before, strict=True))
    assert kept.font().pointSizeF() == pytest.approx(small_font().pointSizeF())
