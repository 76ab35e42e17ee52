"""A title's field is kept by Enter and by leaving it, and dropped by Esc."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.controls.title_field import LONGEST_TITLE, TitleField


@pytest.fixture
def said(qtbot: QtBot) -> Iterator[tuple[TitleField, list[str]]]:
    """The field, and what it says."""
    window = QWidget()
    qtbot.addWidget(window)
    field, heard = TitleField(window), list[str]()
    field.kept.connect(lambda: heard.append("kept"))
    field.dropped.connect(lambda: heard.append("dropped"))
    window.show()
    yield field, heard
    window.close()


def test_enter_keeps_and_escape_drops(said: tuple[TitleField, list[str]]) -> None:
    field, heard = said
    QTest.keyClicks(field, "x" * 300)
    assert len(field.text()) == LONGEST_TITLE
    QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert heard == ["kept", "dropped"]


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        (Qt.FocusReason.MouseFocusReason, ["kept"]),
        (Qt.FocusReason.TabFocusReason, ["kept"]),
        (Qt.FocusReason.PopupFocusReason, []),
        (Qt.FocusReason.ActiveWindowFocusReason, []),
    ],
)
def test_leaving_keeps_but_a_menu_or_another_window_is_no_leaving(
    said: tuple[TitleField, list[str]], reason: Qt.FocusReason, expected: list[str]
) -> None:
    field, heard = said
    QApplication.sendEvent(field, QFocusEvent(QEvent.Type.FocusOut, reason))
    assert heard == expected
