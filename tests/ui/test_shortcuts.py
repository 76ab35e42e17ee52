"""One table of keys, without two meanings for one of them."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from hfchat_gui.conversation.choices import SendKey
from hfchat_gui.ui.shortcuts import Command, send_keys, with_keys


def test_no_keys_mean_two_things(qapp: QApplication) -> None:
    keys = [keys.toString() for command in Command for keys in command.keys]
    assert len(keys) == len(set(keys))
    assert "" not in keys


def test_a_tooltip_names_the_first_keys(qapp: QApplication) -> None:
    assert with_keys("New chat", Command.NEW_CHAT) == "New chat (Ctrl+N)"
    assert with_keys("About", Command.ABOUT) == "About"
    assert Command.SHORTCUTS.all_keys == "F1 or Ctrl+/"


def test_the_send_key_and_the_line_break_change_places(qapp: QApplication) -> None:
    assert send_keys(SendKey.ENTER) == ("Enter", "Shift+Enter")
    assert send_keys(SendKey.CTRL_ENTER) == ("Ctrl+Enter", "Enter")
