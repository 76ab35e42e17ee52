"""The rarer options of a chat: each is set or refused at its own field, and none is lost unsaid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.request import EFFORTS, SamplingOptions
from hfchat_gui.ui.composer.parameter_sheet import ParameterSheet
from tests.helpers.running import Run
from tests.ui.driving import until
from tests.ui.pane_driving import open_pane
from tests.ui.stand_ins import House

W = TypeVar("W", bound=QWidget)

_DEFAULTS = SamplingOptions(temperature=0.7, top_p=0.9)
_BEFORE = SamplingOptions(temperature=1.0, seed=7)


class Opened:
    """The sheet, and what it has said."""

    def __init__(self, parent: QWidget) -> None:
        self.sheet = ParameterSheet(_BEFORE, _DEFAULTS, parent)
        self.edited: list[SamplingOptions] = []
        self.sheet.edited.connect(self.edited.append)

    def line(self, name: str) -> QLineEdit:
        return self._named(QLineEdit, name)

    def text(self, name: str) -> QPlainTextEdit:
        return self._named(QPlainTextEdit, name)

    def button(self, text: str) -> QPushButton:
        return next(one for one in self.sheet.findChildren(QPushButton) if one.text() == text)

    def says(self, words: str) -> bool:
        labels = self.sheet.findChildren(QLabel)
        return any(words in one.text() for one in labels if one.isVisible())

    def _named(self, kind: type[W], name: str) -> W:
        return next(one for one in self.sheet.findChildren(kind) if one.accessibleName() == name)


@pytest.fixture
def opened(qtbot: QtBot) -> Iterator[Opened]:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    made = Opened(parent)
    made.sheet.open()
    made.sheet.activateWindow()
    qtbot.waitExposed(made.sheet)
    yield made
    made.sheet.hide()


def test_all_of_them_hold_as_soon_as_they_make_sense(opened: Opened) -> None:
    for name, text in (
        ("Top-p", "0.9"),
        ("Top-k", "40"),
        ("Min-p", "0,05"),
        ("Frequency penalty", "0.5"),
        ("Presence penalty", "-0.5"),
        ("Repetition penalty", "1.1"),
    ):
        QTest.keyClicks(opened.line(name), text)
    effort = opened.sheet.findChild(QComboBox)
    assert isinstance(effort, QComboBox)
    effort.setCurrentIndex(1 + EFFORTS.index("low"))
    effort.activated.emit(effort.currentIndex())
    QTest.keyClicks(opened.text("Stop at"), "END")
    QTest.keyClicks(opened.text("Response format"), '{"type": "json_object"}')
    QTest.keyClicks(opened.text("Extra fields"), '{"top_a": 0.2}')
    assert opened.edited[-1] == SamplingOptions(
        temperature=1.0,
        top_p=0.9,
        seed=7,
        stop=("END",),
        top_k=40,
        min_p=0.05,
        frequency_penalty=0.5,
        presence_penalty=-0.5,
        repetition_penalty=1.1,
        reasoning_effort="low",
        response_format='{"type": "json_object"}',
        extra='{"top_a": 0.2}',
    )
    opened.line("Seed").clear()
    opened.line("Seed").textEdited.emit("")
    assert opened.edited[-1].seed is None


def test_what_is_refused_is_told_at_its_field_and_stays_there(opened: Opened, qtbot: QtBot) -> None:
    QTest.keyClicks(opened.line("Top-p"), "3")
    assert opened.says("Enter a number from 0.001 to 1.")
    assert opened.line("Top-p").accessibleDescription() == "Enter a number from 0.001 to 1."
    extra = opened.text("Extra fields")
    QTest.keyClicks(extra, '{"messages": []}')
    qtbot.waitUntil(lambda: opened.says("cannot set messages"), timeout=20_000)
    assert opened.edited == []
    assert extra.toPlainText() == '{"messages": []}'
    QTest.keyClicks(opened.line("Top-k"), "4")
    assert opened.edited == [SamplingOptions(temperature=1.0, seed=7, top_k=4)]
    assert extra.toPlainText() == '{"messages": []}'


def test_half_typed_json_is_not_called_wrong_before_a_pause(opened: Opened, qtbot: QtBot) -> None:
    extra = opened.text("Extra fields")
    QTest.keyClicks(extra, '{"a"')
    assert not opened.says("A JSON object is needed")
    opened.line("Top-p").setFocus()
    qtbot.waitUntil(lambda: opened.says("A JSON object is needed"), timeout=20_000)
    QTest.keyClicks(extra, ": 1}")
    assert not opened.says("A JSON object is needed")


def test_it_asks_before_what_cannot_be_sent_is_lost(opened: Opened, qtbot: QtBot) -> None:
    extra = opened.text("Extra fields")
    QTest.keyClicks(extra, "{")
    for leave in (opened.sheet.reject, opened.button("Close").click, opened.sheet.close):
        leave()
        assert opened.sheet.isVisible()
        assert opened.says("What stands in “Extra fields” cannot be used as it is.")
        QTest.keyClick(opened.sheet, Qt.Key.Key_Escape)
        assert not opened.says("What stands in")
        assert extra.hasFocus()
    opened.sheet.reject()
    with qtbot.waitSignal(opened.sheet.finished):
        opened.button("Discard").click()
    assert opened.edited == []


def test_what_is_all_right_is_left_without_a_question(opened: Opened, qtbot: QtBot) -> None:
    QTest.keyClicks(opened.line("Top-k"), "4")
    with qtbot.waitSignal(opened.sheet.finished):
        QTest.keyClick(opened.sheet, Qt.Key.Key_Escape)


def test_the_defaults_of_new_chats_can_be_taken(opened: Opened) -> None:
    QTest.keyClicks(opened.line("Top-k"), "0")
    opened.button("Use defaults").click()
    assert opened.edited == [SamplingOptions(temperature=1.0, top_p=0.9)]
    assert (opened.line("Top-k").text(), opened.line("Top-p").text()) == ("", "0.9")
    assert not opened.says("Enter a")
    opened.button("Use defaults").click()
    assert len(opened.edited) == 1


def test_more_than_can_be_sent_is_not_pasted(opened: Opened) -> None:
    source = QMimeData()
    source.setText("x" * 20_001)
    extra = opened.text("Extra fields")
    extra.insertFromMimeData(source)
    assert extra.toPlainText() == ""
    assert opened.says("At most 20,000 characters")
    source.setText('{"a": 1}')
    extra.insertFromMimeData(source)
    assert opened.edited[-1].extra == '{"a": 1}'
    assert not opened.says("At most")


def test_the_chat_that_it_was_opened_for_is_changed(qt_run: Run, house: House) -> None:
    async def scenario() -> None:
        async with open_pane(house) as pane:
            pane.press("Options of this chat")
            pane.press("More parameters")
            await until(lambda: pane.pane.findChildren(ParameterSheet))
            (sheet,) = pane.pane.findChildren(ParameterSheet)
            top_p = next(
                one for one in sheet.findChildren(QLineEdit) if one.accessibleName() == "Top-p"
            )
            QTest.keyClicks(top_p, "0.5")
            assert pane.session.conversation.details.sampling.top_p == 0.5
            sheet.accept()
            await until(lambda: pane.shows("More parameters (1 set)"))
            await until(lambda: not pane.pane.findChildren(ParameterSheet))

    qt_run(scenario())
