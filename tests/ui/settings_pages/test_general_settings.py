"""The general settings hold at once, without a button to confirm them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.choices import ColourScheme, SendKey
from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.ui.look.theme import SCHEMES, theme
from hfchat_gui.ui.settings_pages.general_settings import GeneralSettings
from tests.ui.stand_in_ports import PlainPreferences


@pytest.fixture
def preferences() -> PlainPreferences:
    """What the page shows and changes."""
    return PlainPreferences(colour_scheme=ColourScheme.LIGHT, send_key=SendKey.CTRL_ENTER)


@pytest.fixture
def page(qtbot: QtBot, preferences: PlainPreferences) -> Iterator[GeneralSettings]:
    """The page, which leaves the theme as it was."""
    made = GeneralSettings(preferences)
    qtbot.addWidget(made)
    made.show()
    yield made
    theme().set_text_size(100)
    theme().set_scheme(SCHEMES[ColourScheme.SYSTEM])


def _press(page: GeneralSettings, name: str) -> QAbstractButton:
    found = (one for one in page.findChildren(QAbstractButton) if one.toolTip().startswith(name))
    button = next(found)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    return button


def _field(page: GeneralSettings, name: str) -> QLineEdit:
    return next(one for one in page.findChildren(QLineEdit) if one.accessibleName() == name)


def _type(page: GeneralSettings, name: str, text: str) -> None:
    QTest.keyClicks(_field(page, name), text)


def _said(page: GeneralSettings) -> list[str]:
    return [label.text() for label in page.findChildren(QLabel) if label.isVisible()]


def test_it_shows_what_holds(page: GeneralSettings) -> None:
    on = [one.toolTip() for one in page.findChildren(QAbstractButton) if one.isChecked()]
    assert on == ["Colours: Light", "Send with: Ctrl+Enter"]
    assert "100 %" in _said(page)
    assert "Enter breaks the line." in _said(page)


def test_colours_change_live(page: GeneralSettings, preferences: PlainPreferences) -> None:
    _press(page, "Colours: Dark")
    assert theme().is_dark
    assert preferences.colour_scheme is ColourScheme.DARK


def test_text_grows_and_shrinks_and_the_buttons_end_with_the_range(
    page: GeneralSettings, preferences: PlainPreferences
) -> None:
    _press(page, "Larger text")
    assert preferences.text_size == 110
    assert "110 %" in _said(page)
    _press(page, "Usual text size")
    for _ in range(3):
        _press(page, "Smaller text")
    assert preferences.text_size == 80
    assert not _press(page, "Smaller text").isEnabled()


def test_the_send_key_is_kept_and_said(
    page: GeneralSettings, preferences: PlainPreferences
) -> None:
    said: list[SendKey] = []
    page.send_key_chosen.connect(said.append)
    _press(page, "Send with: Enter")
    assert said == [SendKey.ENTER] == [preferences.send_key]
    assert "Shift+Enter breaks the line." in _said(page)


def test_new_chats_begin_with_what_is_typed(
    page: GeneralSettings, preferences: PlainPreferences
) -> None:
    _type(page, "Temperature", "0,3")
    _type(page, "Longest reply, in tokens", "256")
    assert preferences.sampling == SamplingOptions(temperature=0.3, max_tokens=256)


def test_the_rarer_options_are_folded_and_know_of_the_others(
    page: GeneralSettings, preferences: PlainPreferences
) -> None:
    assert not _field(page, "Top-p").isVisible()
    _press(page, "Show more parameters")
    assert _field(page, "Top-p").isVisible()
    _type(page, "Temperature", "1")
    _type(page, "Top-p", "0.9")
    _type(page, "Temperature", ".5")
    assert preferences.sampling == SamplingOptions(temperature=1.5, top_p=0.9)
    assert "More parameters: 1 set" in [one.text() for one in page.findChildren(QAbstractButton)]
    _press(page, "Hide more parameters")
    assert not _field(page, "Top-p").isVisible()


def test_what_cannot_be_used_is_named_and_pointed_out_though_it_is_folded(
    page: GeneralSettings, qtbot: QtBot
) -> None:
    assert page.unkept == ""
    page.point_out()
    _press(page, "Show more parameters")
    _type(page, "Top-p", "7")
    _press(page, "Hide more parameters")
    assert "Top-p" in page.unkept
    with qtbot.waitActive(page):
        page.activateWindow()
    page.point_out()
    assert _field(page, "Top-p").hasFocus()
    _type(page, "Temperature", "7")
    assert "Temperature" in page.unkept
    page.point_out()
    assert _field(page, "Temperature").hasFocus()


def test_the_keys_for_the_size_of_text_work_in_here_too(
    page: GeneralSettings, preferences: PlainPreferences, qtbot: QtBot
) -> None:
    with qtbot.waitActive(page):
        page.activateWindow()
    control = Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(page, Qt.Key.Key_Equal, control)
    QTest.keyClick(page, Qt.Key.Key_Plus, control)
    assert preferences.text_size == 125
    QTest.keyClick(page, Qt.Key.Key_0, control)
    assert preferences.text_size == 100
