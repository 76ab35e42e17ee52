"""The system prompt is one line until it is entered, and is handed on when it is left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QMimeData, QRect, Qt
from PySide6.QtGui import QFontMetrics, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.chat.system_prompt import SystemPrompt
from hfchat_gui.ui.look.fonts import small_font


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
    with qtbot.waitSignal(prompt.edited, timeout=20_000) as edited:
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


def test_its_title_stays_above_the_open_editor(prompt: SystemPrompt) -> None:
    prompt.setFocus()
    prompt.window().layout().activate()  # type: ignore[union-attr]
    top = _edit(prompt).geometry().top()
    assert top >= QFontMetrics(small_font()).height()
    assert len(_colours(prompt, 0, top)) > 2, "the title and the hint are drawn"
    assert _edit(prompt).font().pointSizeF() == QApplication.font().pointSizeF()


def _colours(prompt: SystemPrompt, top: int, bottom: int) -> set[int]:
    image = prompt.grab(QRect(prompt.width() // 2, top + 6, prompt.width() // 2 - 20, bottom - 8))
    drawn = image.toImage()
    return {drawn.pixel(x, y) for x in range(drawn.width()) for y in range(drawn.height())}


def test_a_click_on_its_title_opens_and_closes_it(prompt: SystemPrompt, qtbot: QtBot) -> None:
    title = prompt.childAt(20, 8)
    assert title is not None
    QTest.mouseClick(title, Qt.MouseButton.LeftButton)
    assert _edit(prompt).hasFocus()
    with qtbot.waitSignal(prompt.left):
        QTest.mouseClick(title, Qt.MouseButton.LeftButton)


def test_a_click_anywhere_else_closes_it_and_still_counts(
    prompt: SystemPrompt, qtbot: QtBot
) -> None:
    button = QPushButton("elsewhere", prompt.window())
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    prompt.window().layout().addWidget(button)  # type: ignore[union-attr]
    button.show()
    prompt.setFocus()
    QTest.mouseClick(_edit(prompt).viewport(), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(_edit(prompt).hasFocus)
    with qtbot.waitSignals([prompt.left, button.clicked]):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    _leave(prompt)
    with qtbot.assertNotEmitted(prompt.left, wait=50):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_escape_leaves_it_though_the_key_means_more_around_it(
    prompt: SystemPrompt, qtbot: QtBot
) -> None:
    stop = QShortcut(QKeySequence(Qt.Key.Key_Escape), prompt.window())
    prompt.setFocus()
    with qtbot.waitSignal(prompt.left), qtbot.assertNotEmitted(stop.activated):
        QTest.keyClick(prompt.window().windowHandle(), Qt.Key.Key_Escape)


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
