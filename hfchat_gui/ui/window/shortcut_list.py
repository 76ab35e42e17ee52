"""The list of shortcuts, as the table of commands has them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from hfchat_gui.conversation.choices import SendKey
from hfchat_gui.ui.controls.sheet import Sheet, reading
from hfchat_gui.ui.look.fonts import heading_font
from hfchat_gui.ui.look.palette import SPACE_L, SPACE_M, SPACE_S
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
            column.addLayout(self._table(rows))
            column.addSpacing(SPACE_M)
        column.addStretch(1)
        self.contents.append(self._content)
        self.body.addWidget(reading(self._content, self))
        self.fit()

    def _table(self, rows: Rows) -> QGridLayout:
        table = QGridLayout()
        table.setHorizontalSpacing(SPACE_L)
        table.setVerticalSpacing(SPACE_S)
        table.setColumnStretch(0, 1)
        table.setColumnStretch(1, 1)
        for row, (words, keys) in enumerate(rows):
            for column, text in enumerate((words, keys)):
                label = QLabel(text, self._content)
                label.setTextFormat(Qt.TextFormat.PlainText)
                label.setWordWrap(True)
                label.setProperty("tone", "" if column else "secondary")
                table.addWidget(label, row, column, Qt.AlignmentFlag.AlignTop)
        return table


def groups(send_key: SendKey) -> list[tuple[str, Rows]]:
    """Return the headings of the list, each with its rows of words and keys."""
    send, line = send_keys(send_key)
    found = [("Message", [("Send", send), ("Break the line", line)])]
    for group in Group:
        commands = [one for one in Command if one.group is group and one.shown_keys]
        found.append((group.value, [(one.words, one.all_keys) for one in commands]))
    found.append(("Reading", [("To the next control", "Tab"), ("Press it", "Enter")]))
    return found
