"""Enter sends, an input method's Enter never does, and no pasted text freezes the field."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QImage, QInputMethodEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.choices import SendKey
from hfchat_gui.ui.composer.message_edit import (
    LONGEST_LINE,
    LONGEST_PASTE,
    LONGEST_TEXT,
    MessageEdit,
    fits,
)

_ENTERS = pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])


@pytest.fixture
def edit(qtbot: QtBot) -> Iterator[MessageEdit]:
    window = QWidget()
    qtbot.addWidget(window)
    field = MessageEdit(window)
    column = QVBoxLayout(window)
    column.addWidget(field)
    column.addWidget(QPushButton("Another place for the keyboard"))
    window.resize(400, 300)
    window.show()
    qtbot.waitExposed(window)
    field.setFocus()
    yield field
    window.close()


def _compose(edit: MessageEdit, preedit: str, commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    if commit:
        event.setCommitString(commit)
    QApplication.sendEvent(edit, event)


@_ENTERS
def test_enter_sends_and_adds_no_line(edit: MessageEdit, qtbot: QtBot, key: Qt.Key) -> None:
    edit.setPlainText("hi")
    with qtbot.waitSignal(edit.submitted):
        QTest.keyClick(edit, key)
    assert edit.toPlainText() == "hi"


@_ENTERS
def test_shift_enter_breaks_the_line(edit: MessageEdit, qtbot: QtBot, key: Qt.Key) -> None:
    with qtbot.assertNotEmitted(edit.submitted):
        QTest.keyClicks(edit, "a")
        QTest.keyClick(edit, key, Qt.KeyboardModifier.ShiftModifier)
        QTest.keyClicks(edit, "b")
    assert edit.toPlainText() == "a\nb"


@_ENTERS
def test_an_enter_that_confirms_a_candidate_does_not_send(
    edit: MessageEdit, qtbot: QtBot, key: Qt.Key
) -> None:
    with qtbot.assertNotEmitted(edit.submitted):
        _compose(edit, "にほん")
        QTest.keyClick(edit, key)
        _compose(edit, "", "日本")
    assert edit.toPlainText() == "日本"
    with qtbot.waitSignal(edit.submitted):
        QTest.keyClick(edit, key)


def test_a_composition_that_is_given_up_leaves_enter_as_it_was(
    edit: MessageEdit, qtbot: QtBot
) -> None:
    _compose(edit, "に")
    _compose(edit, "")
    with qtbot.waitSignal(edit.submitted):
        QTest.keyClick(edit, Qt.Key.Key_Return)


def test_rich_text_is_pasted_as_plain_text(edit: MessageEdit) -> None:
    source = QMimeData()
    source.setHtml("<b>bold</b> <img src='file:///etc/passwd'>")
    source.setText("bold")
    edit.insertFromMimeData(source)
    assert edit.toPlainText() == "bold"


def test_a_picture_is_announced_and_not_inserted(edit: MessageEdit, qtbot: QtBot) -> None:
    source = QMimeData()
    source.setImageData(QImage(2, 2, QImage.Format.Format_RGB32))
    assert edit.canInsertFromMimeData(source)
    with qtbot.waitSignal(edit.picture_pasted):
        edit.insertFromMimeData(source)
    source.setText("its text")
    edit.insertFromMimeData(source)
    assert edit.toPlainText() == "its text"


def test_files_are_announced_and_their_names_are_not_inserted(
    edit: MessageEdit, qtbot: QtBot
) -> None:
    source = QMimeData()
    source.setUrls([QUrl.fromLocalFile("/a.txt"), QUrl("https://example.org/b.txt")])
    with qtbot.waitSignal(edit.files_pasted) as pasted:
        edit.insertFromMimeData(source)
    assert pasted.args == [["/a.txt"]]
    assert edit.toPlainText() == ""


@pytest.mark.parametrize("piece", ["x", "word ", "文字", "🙂", "line\n"])
def test_a_megabyte_is_handed_over_at_once(edit: MessageEdit, qtbot: QtBot, piece: str) -> None:
    text = (piece * 1_000_000)[:1_000_000]
    source = QMimeData()
    source.setText(text)
    started = time.process_time()
    with qtbot.waitSignal(edit.long_text_pasted) as pasted:
        edit.insertFromMimeData(source)
    assert time.process_time() - started < 2.0  # the field itself would take half a minute
    assert pasted.args == [text]
    assert edit.toPlainText() == ""


def _paste(edit: MessageEdit, text: str) -> None:
    source = QMimeData()
    source.setText(text)
    edit.insertFromMimeData(source)


@pytest.mark.parametrize("piece", ["x", "文", "line\n"])
def test_a_paste_is_folded_above_20_kb_and_typed_text_never(
    edit: MessageEdit, qtbot: QtBot, piece: str
) -> None:
    size = len(piece.encode())
    fitting = piece * (LONGEST_PASTE // size)
    _paste(edit, fitting)
    assert edit.toPlainText() == fitting
    edit.clear()
    with qtbot.waitSignal(edit.long_text_pasted):
        _paste(edit, piece * (LONGEST_PASTE // size + 1))
    edit.setPlainText("y" * LONGEST_PASTE)
    QTest.keyClicks(edit, "z")
    assert len(edit.toPlainText()) == LONGEST_PASTE + 1


def test_pastes_cannot_make_a_line_that_freezes_the_field(edit: MessageEdit, qtbot: QtBot) -> None:
    with qtbot.waitSignal(edit.long_text_pasted):
        for _ in range(3):
            _paste(edit, "x" * LONGEST_PASTE)
    assert len(edit.toPlainText()) < 2 * LONGEST_PASTE


@_ENTERS
def test_ctrl_enter_sends_where_enter_breaks_the_line(
    edit: MessageEdit, qtbot: QtBot, key: Qt.Key
) -> None:
    edit.set_send_key(SendKey.CTRL_ENTER)
    with qtbot.assertNotEmitted(edit.submitted):
        QTest.keyClicks(edit, "a")
        QTest.keyClick(edit, key)
        QTest.keyClick(edit, key, Qt.KeyboardModifier.ShiftModifier)
        _compose(edit, "に")
        QTest.keyClick(edit, key, Qt.KeyboardModifier.ControlModifier)
        _compose(edit, "")
    assert edit.toPlainText() == "a\n\n"
    with qtbot.waitSignal(edit.submitted):
        QTest.keyClick(edit, key, Qt.KeyboardModifier.ControlModifier)


def test_undo_is_handed_on_once_there_is_nothing_to_undo(edit: MessageEdit, qtbot: QtBot) -> None:
    QTest.keyClicks(edit, "a")
    with qtbot.assertNotEmitted(edit.undo_wanted):
        QTest.keyClick(edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert edit.toPlainText() == ""
    with qtbot.waitSignal(edit.undo_wanted):
        QTest.keyClick(edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


@pytest.mark.parametrize("piece", ["x", "a b "])
def test_the_longest_text_that_is_taken_is_no_pause(edit: MessageEdit, piece: str) -> None:
    source = QMimeData()
    source.setText((piece * LONGEST_LINE)[:LONGEST_LINE])
    started = time.process_time()
    edit.insertFromMimeData(source)
    QTest.keyClicks(edit, "y")
    assert time.process_time() - started < 2.0  # of the processor: a busy machine does not count
    assert len(edit.toPlainText()) == LONGEST_LINE + 1


def test_what_fits_counts_what_is_there_already() -> None:
    assert fits("a\nb")
    assert not fits("x" * (LONGEST_LINE + 1))
    assert not fits("x", before=LONGEST_TEXT)


def test_it_grows_with_its_lines_up_to_its_room(edit: MessageEdit) -> None:
    edit.set_room(120)
    low = edit.height()
    edit.setPlainText("1\n2\n3")
    middle = edit.height()
    edit.setPlainText("\n".join("123456789"))
    assert low < middle < edit.height() == 120


def test_text_from_right_to_left_starts_on_the_right(edit: MessageEdit) -> None:
    edit.setPlainText("مرحبا")
    edit.moveCursor(QTextCursor.MoveOperation.Start)
    assert edit.cursorRect().x() > edit.viewport().width() - 20
    edit.setPlainText("Hello")
    assert edit.cursorRect().x() < 20


def test_tab_leaves_the_field(edit: MessageEdit) -> None:
    QTest.keyClick(edit, Qt.Key.Key_Tab)
    assert edit.toPlainText() == ""
