"""A list that drops down has a name, is as high as a field, and leaves the wheel to its page."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.controls.drop_down import DropDown


@pytest.fixture
def effort(qtbot: QtBot) -> DropDown:
    made = DropDown("Effort", "How hard it thinks")
    made.addItems(["Default", "Low", "a word that is far too long for the room that there is"])
    qtbot.addWidget(made)
    made.resize(160, made.sizeHint().height())
    made.show()
    return made


def test_it_has_a_name_and_a_tip(effort: DropDown) -> None:
    assert (effort.accessibleName(), effort.toolTip()) == ("Effort", "How hard it thinks")
    assert effort.minimumSizeHint().height() > effort.fontMetrics().height()


def test_the_wheel_changes_nothing_and_goes_to_the_page(effort: DropDown) -> None:
    place = QPointF(effort.rect().center())
    wheel = QWheelEvent(
        place,
        QPointF(effort.mapToGlobal(place.toPoint())),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(effort, wheel)
    assert effort.currentText() == "Default"
    assert not wheel.isAccepted()


def test_each_choice_and_the_keyboard_are_seen(effort: DropDown, qtbot: QtBot) -> None:
    effort.activateWindow()
    qtbot.waitUntil(effort.hasFocus)  # there is nothing else
    effort.clearFocus()
    pictures = []
    for chosen in range(3):
        effort.setCurrentIndex(chosen)
        pictures.append(effort.grab().toImage())
    effort.setFocus()
    qtbot.waitUntil(effort.hasFocus)
    pictures.append(effort.grab().toImage())
    assert [one != other for one, other in pairwise(pictures)] == [True] * 3
