"""The list names every key once, and the send key that holds."""

from __future__ import annotations

from PySide6.QtGui import QAction, QShortcut
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.choices import SendKey
from hfchat_gui.ui.shortcuts import Command, written
from hfchat_gui.ui.side_panel.conversation_list import RowDeed
from hfchat_gui.ui.transcript.turn_foot import COPY_KEYS, KEYS
from hfchat_gui.ui.window.shortcut_list import ShortcutList, groups
from tests.helpers.running import Run
from tests.ui.conftest import Opened


def test_every_command_with_keys_is_in_it(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    sheet = ShortcutList(SendKey.ENTER, window)
    said = [label.text() for label in sheet.findChildren(QLabel)]
    for command in Command:
        assert (command.words in said) == bool(command.keys)
    assert "F1 or Ctrl+/" in said


def test_the_keys_of_the_message_are_those_that_were_chosen(qtbot: QtBot) -> None:
    enter, ctrl_enter = (groups(key)[0][1][:2] for key in (SendKey.ENTER, SendKey.CTRL_ENTER))
    assert enter == [("Send", "Enter"), ("Break the line", "Shift+Enter")]
    assert ctrl_enter == [("Send", "Ctrl+Enter"), ("Break the line", "Enter")]


def test_every_key_that_is_heard_somewhere_is_in_it(qt_run: Run, opened: Opened) -> None:
    listed = {keys for _, rows in groups(SendKey.ENTER) for _, all_ in rows
              for keys in all_.split(" or ")}  # fmt: skip

    async def scenario() -> None:
        async with opened() as window:
            heard = {*KEYS.values(), COPY_KEYS}
            heard |= {deed.shown_keys for deed in RowDeed}
            shortcuts = [one.keys() for one in window.findChildren(QShortcut)]
            actions = [one.shortcuts() for one in window.findChildren(QAction)]
            heard |= {keys.toString() for some in (*shortcuts, *actions) for keys in some}
            assert {written(keys) for keys in heard} - listed == set()

    qt_run(scenario())
