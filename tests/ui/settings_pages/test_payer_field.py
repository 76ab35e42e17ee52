"""Who pays at Hugging Face is typed in the settings, and kept once it can be a name."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.settings_pages.payer_field import PayerField
from tests.ui.stand_in_ports import PlainPreferences


def test_a_name_is_kept_and_what_is_none_is_told(qtbot: QtBot) -> None:
    preferences = PlainPreferences(bill_to="before")
    page = PayerField(preferences)
    qtbot.addWidget(page)
    assert page.field.text() == "before"
    page.field.clear()
    assert preferences.bill_to == ""
    QTest.keyClicks(page.field, " my-org.1 ")
    assert preferences.bill_to == "my-org.1"
    assert page._problem.text() == ""
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    page.field.setText("two words")
    assert preferences.bill_to == "my-org.1"
    assert "letters, digits" in page._problem.text()


def test_no_beginning_of_what_is_no_name_is_kept(qtbot: QtBot) -> None:
    preferences = PlainPreferences(bill_to="before")
    page = PayerField(preferences)
    qtbot.addWidget(page)
    page.field.selectAll()
    QTest.keyClicks(page.field, "my")
    assert page.unkept == ""
    QTest.keyClicks(page.field, " org!")
    assert preferences.bill_to == "before"
    assert page.unkept == "What stands in “Organisation that pays” is no name of one."
