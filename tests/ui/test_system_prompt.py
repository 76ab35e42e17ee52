"""The system prompt is one line until it is entered, and is handed on when it is left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.system_prompt import SystemPrompt


@pytest.fixture
def prompt(qtbot: QtBot) -> Iterator[SystemPrompt]:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    made = SystemPrompt(window)
    column.addWidget(made)
    other = QLineEdit(window)
    column.addWidget(other)
    window.resize(500, 300)
    window.show()
    window.activateWindow()
    qtbot.waitExposed(window)
    other.setFocus()
    yield made
    window.close()


def _edit(prompt: SystemPrompt) -> QPlainTextEdit:
    return prompt.findChild(QPlainTextEdit)  # type: ignore[return-value]


def _leave(prompt: SystemPrompt) -> None:
    prompt.window().findChild(QLineEdit).setFocus()  # type: ignore[union-attr]


def test_it_has_its_name(prompt: SystemPrompt) -> None:
    assert _edit(prompt).accessibleName() == "System prompt"


def test_it_opens_when_it_is_entered_and_folds_when_it_is_left(prompt: SystemPrompt) -> None:
    folded = _edit(prompt).height()
    prompt.setFocus()
    prompt.window().layout().activate()  # type: ignore[union-attr]
    assert _edit(prompt).height() > 2 * folded
    _leave(prompt)
    prompt.window().layout().activate()  # type: ignore[union-attr]
    assert _edit(prompt).height() <= folded


def test_what_was_typed_is_handed_on_when_it_is_left(prompt: SystemPrompt, qtbot: QtBot) -> None:
    prompt.setFocus()
    QTest.keyClicks(_edit(prompt), "Be brief.")
    with qtbot.waitSignal(prompt.edited) as edited:
        _leave(prompt)
    assert edited.args == ["Be brief."]


def test_what_was_typed_is_handed_on_after_a_pause(prompt: SystemPrompt, qtbot: QtBot) -> None:
    prompt.setFocus()
    with qtbot.waitSignal(prompt.edited, timeout=2000) as edited:
        QTest.keyClicks(_edit(prompt), "Be brief.")
    assert edited.args == ["Be brief."]


def test_what_is_shown_or_unchanged_is_not_handed_on(prompt: SystemPrompt, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(prompt.edited, wait=600):
        prompt.show_text("Be kind.")
        prompt.setFocus()
        _leave(prompt)
    assert _edit(prompt).toPlainText() == "Be kind."


def test_escape_asks_to_leave(prompt: SystemPrompt, qtbot: QtBot) -> None:
    prompt.setFocus()
    with qtbot.waitSignal(prompt.left):
        QTest.keyClick(_edit(prompt), Qt.Key.Key_Escape)


def test_a_prompt_of_many_lines_and_any_script_is_drawn_folded(
    prompt: SystemPrompt, qtbot: QtBot
) -> None:
    prompt.show_text("あなたは親切です。\n" * 50)
    assert not prompt.grab().isNull()


def test_a_paste_that_would_freeze_the_field_is_refused(prompt: SystemPrompt, qtbot: QtBot) -> None:
    source = QMimeData()
    source.setText("x" * 1_000_000)
    with qtbot.waitSignal(prompt.paste_refused):
        _edit(prompt).insertFromMimeData(source)
    source.setText("Be brief.")
    _edit(prompt).insertFromMimeData(source)
    assert _edit(prompt).toPlainText() == "Be brief."
