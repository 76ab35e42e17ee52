"""Check boxes and radio buttons show on and off, the keyboard's ring, and grow with the text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.controls.check_box import CheckBox
from hfchat_gui.ui.controls.radio_button import RadioButton
from hfchat_gui.ui.look.theme import theme


@pytest.fixture(params=[CheckBox, RadioButton])
def button(
    request: pytest.FixtureRequest, qtbot: QtBot, qapp: QApplication
) -> Iterator[QAbstractButton]:
    """One of each, in a window of its own."""
    theme().dress(qapp)
    window = QWidget()
    qtbot.addWidget(window)
    QLineEdit(window)  # takes the keyboard at first
    made: QAbstractButton = request.param("Use it", window)
    made.setGeometry(QRect(QPoint(0, 100), made.sizeHint()))
    window.show()
    yield made
    theme().set_text_size(100)


def _picture(button: QAbstractButton) -> QImage:
    return button.grab().toImage()


def test_on_off_and_the_keyboard_are_told_apart(button: QAbstractButton, qtbot: QtBot) -> None:
    off = _picture(button)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(button.width() - 2, 2))
    assert button.isChecked()
    on = _picture(button)
    button.window().activateWindow()
    button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(button.hasFocus)
    with_ring = _picture(button)
    assert off != on
    assert on != with_ring


def test_it_grows_with_the_text(button: QAbstractButton) -> None:
    before = button.sizeHint()
    theme().set_text_size(200)
    assert button.sizeHint().width() > before.width()


def test_the_text_of_a_check_box_is_broken_where_it_has_no_room(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    box = CheckBox("Send the key over plain http, where others can read it", window)
    whole = box.sizeHint()
    assert box.hasHeightForWidth()
    assert abs(box.heightForWidth(whole.width()) - whole.height()) <= 2
    assert box.minimumSizeHint().width() < whole.width() / 3
    assert box.heightForWidth(whole.width() // 2) > 1.5 * whole.height()
