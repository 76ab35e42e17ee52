"""What was done can be taken back once, by button, key or mnemonic, until it is closed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.chat.undo_bar import UndoBar
from hfchat_gui.ui.controls.elided_label import ElidedLabel


@pytest.fixture
def bar(qtbot: QtBot) -> Iterator[UndoBar]:
    made = UndoBar()
    qtbot.addWidget(made)
    yield made
    made.close()


def _button(bar: UndoBar, name: str) -> QPushButton:
    return next(one for one in bar.findChildren(QPushButton) if one.accessibleName() == name)


def _said(bar: UndoBar) -> str:
    return bar.findChild(ElidedLabel).accessibleName()  # type: ignore[union-attr]


def test_it_undoes_once_and_goes(bar: UndoBar) -> None:
    done: list[str] = []
    assert bar.isHidden()
    bar.offer("Chat deleted", lambda: done.append("undone"))
    assert (bar.isHidden(), _said(bar)) == (False, "Chat deleted")
    _button(bar, "Undo").click()
    bar.use()
    assert (done, bar.isHidden()) == (["undone"], True)


def test_a_later_offer_takes_the_place_of_an_earlier_one(bar: UndoBar) -> None:
    done: list[str] = []
    bar.offer("first", lambda: done.append("first"))
    bar.offer("second", lambda: done.append("second"))
    bar.use()
    assert done == ["second"]


def test_it_can_be_closed(bar: UndoBar) -> None:
    done: list[str] = []
    bar.offer("Chat deleted", lambda: done.append("undone"))
    _button(bar, "Close the offer to undo").click()
    bar.use()
    assert (done, bar.isHidden()) == ([], True)


def test_an_undo_may_offer_the_next(bar: UndoBar) -> None:
    bar.offer("first", lambda: bar.offer("second", lambda: None))
    bar.use()
    assert (bar.isHidden(), _said(bar)) == (False, "second")


def test_the_keyboard_reaches_it(bar: UndoBar, qtbot: QtBot) -> None:
    done: list[str] = []
    bar.offer("Chat deleted", lambda: done.append("undone"))
    bar.activateWindow()
    with qtbot.waitActive(bar):
        pass
    assert _button(bar, "Undo").focusPolicy() & Qt.FocusPolicy.TabFocus
    QTest.keyClick(bar.windowHandle(), Qt.Key.Key_U, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: done == ["undone"])
