"""The list names every key once, and the send key that holds."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.choices import SendKey
from hfchat_gui.ui.window.shortcut_list import ShortcutList, groups
from hfchat_gui.ui.window.shortcuts import Command


def test_every_command_with_keys_is_in_it(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    sheet = ShortcutList(SendKey.ENTER, window)
    said = [label.text() for label in sheet.findChildren(QLabel)]
    for command in Command:
        assert (command.words in said) == bool(command.keys)
    assert "F1 or Ctrl+/" in said


def test_the_keys_of_the_message_are_those_that_were_chosen(qtbot: QtBot) -> None:
    assert groups(SendKey.ENTER)[0][1] == [("Send", "Enter"), ("Break the line", "Shift+Enter")]
    assert groups(SendKey.CTRL_ENTER)[0][1] == [("Send", "Ctrl+Enter"), ("Break the line", "Enter")]
