"""The list of shortcuts, out of the tables that the menus, the turns and the rows hear."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from hfchat_gui.conversation.choices import SendKey
from hfchat_gui.ui.controls.sheet import Sheet, reading, table
from hfchat_gui.ui.look.fonts import heading_font
from hfchat_gui.ui.look.palette import SPACE_M, SPACE_S
from hfchat_gui.ui.look.theme import keep_font
from hfchat_gui.ui.shortcuts import Command, Group, send_keys, written
from hfchat_gui.ui.side_panel.conversation_list import RowDeed
from hfchat_gui.ui.transcript.commands import TurnCommand
from hfchat_gui.ui.transcript.turn_foot import COPY_KEYS, COPY_TURN, KEYS

Rows = list[tuple[str, str]]

_TURN_WORDS = {
    TurnCommand.EDIT: "Edit your message",
    TurnCommand.RETRY: "Retry the reply",
    TurnCommand.DELETE: "Delete it and what follows",
    TurnCommand.OLDER_VERSION: "Older version",
    TurnCommand.NEWER_VERSION: "Newer version",
}
_OTHERS: tuple[tuple[str, tuple[tuple[str, tuple[str, ...]], ...]], ...] = (
    (
        "The model picker",
        (
            ("Another model", ("Up", "Down")),
            ("Show a model's providers, hide them", ("Right", "Left")),
            ("Take the model", ("Enter",)),
        ),
    ),
    (
        "Reading",
        (
            ("Up and down", ("Up", "Down", "PgUp", "PgDown")),
            ("To the beginning, to the end", ("Home", "End")),
            ("To the next control, to the one before", ("Tab", "Shift+Tab")),
            ("Press it", ("Enter", "Space")),
            ("Leave it", ("Esc",)),
        ),
    ),
)


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
    last = ("Edit your last message, in an empty field", written("Up"))
    found = [("Message", [("Send", send), ("Break the line", line), last])]
    for group in Group:
        commands = [one for one in Command if one.group is group and one.shown_keys]
        found.append((group.value, [(one.words, one.all_keys) for one in commands]))
    found.append(("A turn that the Tab key is at", _of_turns()))
    found.append(("The list of chats", _of_the_list()))
    found += [(title, [(words, _all(keys)) for words, keys in rows]) for title, rows in _OTHERS]
    return found


def _of_turns() -> Rows:
    rows = [(_TURN_WORDS[command], written(keys)) for command, keys in KEYS.items()]
    return [(COPY_TURN, written(COPY_KEYS)), *rows]


def _of_the_list() -> Rows:
    rows = [(f"{deed.words} the chat", deed.shown_keys) for deed in RowDeed]
    return [*rows, ("All that can be done with it", written("Shift+F10"))]


def _all(keys: tuple[str, ...]) -> str:
    return " or ".join(written(one) for one in keys)
