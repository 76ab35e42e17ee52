"""A row of radio buttons: one is on, by mouse or arrow key, and each says what it is for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QRadioButton
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.controls.choice_row import ChoiceRow
from hfchat_gui.ui.look.theme import theme


@pytest.fixture
def row(qtbot: QtBot, qapp: QApplication) -> ChoiceRow:
    """A row of three, the second of them chosen."""
    theme().dress(qapp)
    made = ChoiceRow("Colours", {1: "One", 2: "Two", 3: "Three"}, 2)
    qtbot.addWidget(made)
    made.show()
    return made


def _on(row: ChoiceRow) -> list[str]:
    return [button.text() for button in row.findChildren(QRadioButton) if button.isChecked()]


def test_a_click_chooses_and_says_so(row: ChoiceRow) -> None:
    chosen: list[int] = []
    row.chosen.connect(chosen.append)
    third = row.findChildren(QRadioButton)[2]
    QTest.mouseClick(third, Qt.MouseButton.LeftButton, pos=QPoint(third.width() - 2, 4))
    assert (chosen, _on(row)) == ([3], ["Three"])


def test_the_keyboard_enters_at_the_chosen_one_and_goes_on_by_arrows(row: ChoiceRow) -> None:
    chosen: list[int] = []
    row.chosen.connect(chosen.append)
    row.setFocus()
    second = row.findChildren(QRadioButton)[1]
    assert row.focusProxy() is second
    QTest.keyClick(second, Qt.Key.Key_Right)
    assert (chosen, _on(row)) == ([3], ["Three"])


def test_what_is_shown_from_outside_is_not_said(row: ChoiceRow) -> None:
    chosen: list[int] = []
    row.chosen.connect(chosen.append)
    row.show_chosen(1)
    assert (chosen, _on(row)) == ([], ["One"])


def test_each_button_has_its_names_and_grows_with_the_text(row: ChoiceRow) -> None:
    button = row.findChildren(QRadioButton)[0]
    assert button.accessibleDescription() == "Colours"
    assert button.toolTip() == "Colours: One"
    before = button.sizeHint()
    theme().set_text_size(200)
    try:
        assert button.sizeHint().width() > 1.4 * before.width()
    finally:
        theme().set_text_size(100)
