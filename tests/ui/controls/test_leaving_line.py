"""Before something typed is lost, the line asks, and the harmless answer has the keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.controls.leaving_line import LeavingLine
from hfchat_gui.ui.controls.sentence import Sentence


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    made.resize(500, 200)
    qtbot.addWidget(made)
    return made


@pytest.fixture
def line(window: QWidget) -> LeavingLine:
    made = LeavingLine(window)
    window.show()
    return made


def _button(line: LeavingLine, text: str) -> QPushButton:
    return next(one for one in line.findChildren(QPushButton) if one.text() == text)


def test_it_is_there_only_while_it_asks(line: LeavingLine, qtbot: QtBot) -> None:
    dropped: list[str] = []
    assert line.isHidden()
    line.ask("The name is not saved.", lambda: dropped.append("name"))
    assert line.isVisible()
    assert line.findChildren(Sentence)[0].text() == "The name is not saved."
    assert line.window().focusWidget() is _button(line, "Keep editing")
    with qtbot.waitSignal(line.kept):
        QTest.keyClick(_button(line, "Keep editing"), Qt.Key.Key_Space)
    assert line.isHidden()
    assert not dropped


def test_what_was_begun_is_dropped_on_demand_alone(line: LeavingLine, qtbot: QtBot) -> None:
    dropped: list[str] = []
    line.ask("The first.", lambda: dropped.append("first"))
    line.ask("The second.", lambda: dropped.append("second"))
    with qtbot.assertNotEmitted(line.kept):
        _button(line, "Discard").click()
    assert dropped == ["second"]
    assert line.isHidden()
