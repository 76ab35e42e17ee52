"""An opened piece can be edited, and reads the same to the model however long its lines are."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.ui.composer.attached_dialog import AttachedTextDialog


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(800, 600)
    return window


def _opened(parent: QWidget, piece: AttachedText) -> tuple[AttachedTextDialog, QPlainTextEdit]:
    dialog = AttachedTextDialog(piece, parent)
    dialog.open()
    editor = dialog.findChild(QPlainTextEdit)
    assert isinstance(editor, QPlainTextEdit)
    return dialog, editor


def _press(dialog: AttachedTextDialog, name: str) -> None:
    next(one for one in dialog.findChildren(QPushButton) if one.text() == name).click()


def test_what_is_typed_is_in_the_piece_and_can_be_taken_back(parent: QWidget) -> None:
    piece = AttachedText("a.txt", "one\ntwo")
    dialog, editor = _opened(parent, piece)
    assert dialog.piece == piece
    QTest.keyClicks(editor, "zero ")
    assert dialog.piece == AttachedText("a.txt", "zero one\ntwo")
    _press(dialog, "Undo changes")
    assert dialog.piece == piece
    QTest.keyClicks(editor, "x")
    _press(dialog, "Done")
    assert dialog.piece.text == "xone\ntwo"


def test_a_line_of_a_megabyte_is_edited_without_a_pause(parent: QWidget) -> None:
    piece = AttachedText("", "w" * 1_000_000)
    dialog, editor = _opened(parent, piece)
    assert dialog.piece == piece
    started = time.process_time()
    QTest.keyClicks(editor, "abc")
    assert time.process_time() - started < 1.0  # a whole line would take half a minute
    assert dialog.piece.text == "abc" + piece.text
    said = " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert "Its longest lines are broken for reading, at each ⤶" in said


def test_what_is_copied_and_pasted_holds_no_marks(parent: QWidget) -> None:
    text = "v" * 10_000
    dialog, editor = _opened(parent, AttachedText("", text))
    editor.selectAll()
    copied = editor.createMimeDataFromSelection()
    assert copied.text() == text
    editor.clear()
    editor.insertFromMimeData(copied)
    assert dialog.piece.text == text
    source = QMimeData()
    source.setText("a⤶b")  # one of ours, as far as can be told
    editor.selectAll()
    editor.insertFromMimeData(source)
    assert dialog.piece.text == "ab"


def test_escape_keeps_what_was_edited(parent: QWidget) -> None:
    dialog, editor = _opened(parent, AttachedText("a.txt", "one"))
    QTest.keyClicks(editor, "x")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isHidden()
    assert dialog.piece.text == "xone"
