"""Each piece is a row that says what it is, reached by the keys in the order it is read in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.draft import Draft
from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.ui.composer.attached_texts import AttachedRow
from hfchat_gui.ui.composer.composer import Composer

_A, _B, _C = (AttachedText(f"{name}.txt", name) for name in "abc")


@pytest.fixture
def composer(qtbot: QtBot) -> Iterator[Composer]:
    window = QWidget()
    qtbot.addWidget(window)
    made = Composer(window)
    QVBoxLayout(window).addWidget(made)
    window.resize(500, 300)
    window.show()
    window.activateWindow()
    qtbot.waitExposed(window)
    yield made
    window.close()


def _row(composer: Composer, piece: AttachedText) -> AttachedRow:
    rows = composer.attached.findChildren(AttachedRow)
    return next(row for row in rows if row.piece == piece and not row.isHidden())


def test_the_tab_key_goes_from_the_field_through_the_rows_to_send(composer: Composer) -> None:
    composer.set_draft(Draft("hi", (_A, _C)))
    composer.attached.insert(_B, 1)
    composer.edit.setFocus()
    reached: list[str] = []
    for _ in range(9):
        QTest.keyClick(composer.window().windowHandle(), Qt.Key.Key_Tab)
        button = QApplication.focusWidget()
        assert isinstance(button, QPushButton)
        reached.append(button.accessibleName())
    assert reached == [
        *("Open a.txt", "Remove a.txt", "Open b.txt", "Remove b.txt"),
        *("Open c.txt", "Remove c.txt"),
        *("Attach text files", "Options of this chat", "Send"),
    ]


def test_the_keyboard_goes_on_to_the_next_row_when_one_is_removed(composer: Composer) -> None:
    composer.set_draft(Draft("", (_A, _B)))
    row = _row(composer, _A)
    row.last_button.setFocus()
    QTest.keyClick(row.last_button, Qt.Key.Key_Space)
    assert composer.attached.pieces == (_B,)
    assert _row(composer, _B).has_keyboard


def test_a_row_that_is_gone_is_neither_replaced_nor_removed(composer: Composer) -> None:
    composer.set_draft(Draft("", (_A,)))
    row = _row(composer, _A)
    composer.set_draft(Draft("", (_B,)))
    composer.attached.replace(row, _C)
    composer.attached.remove(row)
    assert composer.attached.pieces == (_B,)


def test_many_rows_scroll_and_few_take_their_own_height(composer: Composer) -> None:
    heights = []
    for count in (0, 1, 3, 12):
        composer.set_draft(Draft("", (_A,) * count))
        heights.append(composer.attached.height() if count else 0)
    assert heights[1] < heights[2] < heights[3] < 2 * heights[2]
    composer.attached.set_room(10)
    assert composer.attached.height() == heights[1]
