"""Sentences take no room while they say nothing, and are never too long to be drawn."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.controls.sentence import Sentence


def test_a_sentence_is_there_while_it_says_something(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    sentence = Sentence("", "secondary", window)
    assert sentence.isHidden()
    sentence.say("It failed.", "danger")
    assert not sentence.isHidden()
    assert sentence.property("tone") == "danger"
    sentence.say("ab" * 10_000)
    assert len(sentence.text()) <= 1_000
    assert sentence.property("tone") == "danger"
    sentence.say("")
    assert sentence.isHidden()
