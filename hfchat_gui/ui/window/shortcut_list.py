"""The list of shortcuts, as the table of commands has them."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from hfchat_gui.conversation.choices import SendKey
from hfchat_gui.ui.controls.sheet import Sheet, reading, table
from hfchat_gui.ui.look.fonts import heading_font
from hfchat_gui.ui.look.palette import SPACE_M, SPACE_S
from hfchat_gui.ui.look.theme import keep_font
from hfchat_gui.ui.window.shortcuts import Command, Group, send_keys

Rows = list[tuple[str, str]]


class ShortcutList(Sheet):
    """`send_key` decides what the keys of the message are."""

    def __init__(self, send_key: SendKey, parent: QWidget) -> None:
        super().__init__("Keyboard shortcuts", parent)
        self._content = QWidget()
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        for title, rows in groups(send_key):
            heading = QLabel(title, self._content)
            keep_font(heading, lambda: heading_font(3))
            column.addWidget(heading)
            column.addLayout(table(rows, self._content))
            column.addSpacing(SPACE_M)
        column.addStretch(1)
        self.contents.append(self._content)
        self.body.addWidget(reading(self._content, self))
        self.fit()


def groups(send_key: SendKey) -> list[tuple[str, Rows]]:
    """Return the headings of the list, each with its rows of words and keys."""
    send, line = send_keys(send_key)
    found = [("Message", [("Send", send), ("Break the line", line)])]
    for group in Group:
        commands = [one for one in Command if one.group is group and one.shown_keys]
        found.append((group.value, [(one.words, one.all_keys) for one in commands]))
    found.append(("Reading", [("To the next control", "Tab"), ("Press it", "Enter")]))
    return found
