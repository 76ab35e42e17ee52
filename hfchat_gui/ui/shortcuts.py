"""The one table of what the menus offer and which keys do it; tooltips and the list read it too."""

from __future__ import annotations

from enum import Enum

from PySide6.QtGui import QKeySequence

from hfchat_gui.conversation.choices import SendKey

_Standard = QKeySequence.StandardKey
_Keys = str | QKeySequence.StandardKey


class Group(Enum):
    """What belongs together in the list of shortcuts, with its heading."""

    CHATS = "Chats"
    REPLIES = "Replies"
    EDIT = "Text"
    VIEW = "View"
    PROGRAM = "Program"


class Command(Enum):
    """What a menu offers: its words, its group, and its keys, the one to show first."""

    NEW_CHAT = ("New chat", Group.CHATS, _Standard.New)
    ATTACH = ("Attach text files", Group.CHATS, "Ctrl+Shift+A")
    EXPORT = ("Export chat", Group.CHATS, "Ctrl+Shift+E")
    RENAME_CHAT = ("Rename chat", Group.CHATS, "F2")
    DELETE_CHAT = ("Delete chat", Group.CHATS, "Ctrl+Shift+Backspace")
    CHOOSE_MODEL = ("Choose model", Group.CHATS, "Ctrl+Shift+M")
    SYSTEM_PROMPT = ("System prompt", Group.CHATS, "Ctrl+Shift+P")
    STOP = ("Stop", Group.REPLIES, "Esc")
    RETRY = ("Retry", Group.REPLIES, "Ctrl+R")
    CONTINUE = ("Continue", Group.REPLIES, "Ctrl+Shift+R")
    UNDO = ("Undo", Group.EDIT, _Standard.Undo)
    REDO = ("Redo", Group.EDIT, _Standard.Redo)
    CUT = ("Cut", Group.EDIT, _Standard.Cut)
    COPY = ("Copy", Group.EDIT, _Standard.Copy)
    PASTE = ("Paste", Group.EDIT, _Standard.Paste)
    SELECT_ALL = ("Select all", Group.EDIT, _Standard.SelectAll)
    SIDE_PANEL = ("Side panel", Group.VIEW, "Ctrl+B")
    LARGER_TEXT = ("Larger text", Group.VIEW, "Ctrl++", "Ctrl+=")
    SMALLER_TEXT = ("Smaller text", Group.VIEW, "Ctrl+-")
    USUAL_TEXT = ("Usual text size", Group.VIEW, "Ctrl+0")
    SETTINGS = ("Settings", Group.PROGRAM, "Ctrl+,")
    SHORTCUTS = ("Keyboard shortcuts", Group.PROGRAM, "F1", "Ctrl+/")
    ABOUT = ("About HF Chat", Group.PROGRAM)
    QUIT = ("Quit", Group.PROGRAM, "Ctrl+Q")

    def __init__(self, words: str, group: Group, *keys: _Keys) -> None:
        self.words = words
        self.group = group
        self._keys = keys

    @property
    def keys(self) -> list[QKeySequence]:
        """The keys on this platform, the one to show first."""
        return [QKeySequence(keys) for keys in self._keys]

    @property
    def shown_keys(self) -> str:
        """The first of the keys as this platform writes it, "" where there is none."""
        return self._written[0] if self._keys else ""

    @property
    def all_keys(self) -> str:
        """All of the keys as this platform writes them."""
        return " or ".join(self._written)

    @property
    def _written(self) -> list[str]:
        return [written(keys) for keys in self.keys]


def written(keys: str | QKeySequence) -> str:
    """Return keys as this platform writes them."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def with_keys(words: str, command: Command) -> str:
    """Return a tooltip: what a control does, and the keys that do it too."""
    return f"{words} ({command.shown_keys})" if command.shown_keys else words


def send_keys(key: SendKey) -> tuple[str, str]:
    """Return the keys that send a message and that break its line, as this platform writes them."""
    ctrl_enter = written("Ctrl+Return").replace("Return", "Enter")
    return ("Enter", "Shift+Enter") if key is SendKey.ENTER else (ctrl_enter, "Enter")
