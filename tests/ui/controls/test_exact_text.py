"""No field changes a character of what is only looked at, and few of what is edited."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.draft import Draft
from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.ui.chat.system_prompt import SystemPrompt
from hfchat_gui.ui.composer.attached_dialog import AttachedTextDialog
from hfchat_gui.ui.composer.composer import Composer
from hfchat_gui.ui.controls.exact_text import ExactText, selected_in, text_of

_WHOLE = st.text(st.characters(codec="utf-8"), max_size=40)
_HELD = st.text(  # by Qt's documents
    st.characters(codec="utf-8", exclude_characters="\r\u2029\ufdd0\ufdd1\0"),
    max_size=40,
)
ODD = "gare\u00a0? a\u202fb\u2007c\u2028d\u2029e\u0085f\r\ng\rh\ti\ufeffj\u200bk\ufdd0l\u00adm"


@given(_WHOLE)
def test_what_is_not_edited_is_read_back_the_same(text: str) -> None:
    document = QTextDocument()
    exact = ExactText(document)
    document.setPlainText(text)
    exact.note(text)
    assert exact.text == text


@given(_HELD, _HELD)
def test_what_is_edited_keeps_all_that_a_document_can_hold(text: str, more: str) -> None:
    document = QTextDocument()
    exact = ExactText(document)
    document.setPlainText(text)
    exact.note(text)
    cursor = QTextCursor(document)
    cursor.movePosition(QTextCursor.MoveOperation.End)
    cursor.insertText(f"{more}!")
    assert exact.text == text_of(document) == f"{text}{more}!"
    cursor.select(QTextCursor.SelectionType.Document)
    assert selected_in(cursor) == f"{text}{more}!"
    document.undo()
    assert exact.text == text


@given(_WHOLE.filter(str.strip))
@pytest.mark.usefixtures("qapp")
def test_a_piece_that_is_opened_and_closed_is_the_same(text: str) -> None:
    parent = QWidget()
    dialog = AttachedTextDialog(AttachedText("notes.txt", text), parent)
    assert dialog.piece == AttachedText("notes.txt", text)
    parent.deleteLater()


@pytest.mark.usefixtures("qapp")
def test_a_long_piece_of_odd_characters_is_the_same() -> None:
    parent = QWidget()
    for text in (ODD, ODD * 2_000):
        assert AttachedTextDialog(AttachedText("", text), parent).piece.text == text
    parent.deleteLater()


def test_a_message_that_is_taken_up_is_sent_as_it_was(qtbot: QtBot) -> None:
    composer = Composer()
    qtbot.addWidget(composer)
    for text in (ODD, "gare\u00a0?"):
        composer.set_draft(Draft(text))
        assert composer.draft == Draft(text)
    composer.edit.insertPlainText("\u00a0!")
    assert composer.draft.text == "gare\u00a0?\u00a0!"
    composer.clear()
    assert composer.draft == Draft()


def test_what_is_copied_in_the_message_is_pasted_the_same(qtbot: QtBot) -> None:
    composer = Composer()
    qtbot.addWidget(composer)
    composer.set_draft(Draft("gare\u00a0?\nb"))
    composer.edit.selectAll()
    copied: QMimeData = composer.edit.createMimeDataFromSelection()
    assert copied.text() == "gare\u00a0?\nb"


def test_a_system_prompt_that_is_looked_at_is_not_changed(qtbot: QtBot) -> None:
    prompt = SystemPrompt()
    qtbot.addWidget(prompt)
    edited: list[str] = []
    prompt.edited.connect(edited.append)
    prompt.show_text(ODD)
    prompt.hand_on()
    assert edited == []
    prompt.findChild(QPlainTextEdit).insertPlainText("\u00a0x")  # type: ignore[union-attr]
    prompt.hand_on()
    assert "gare\u00a0?" in edited[0]
