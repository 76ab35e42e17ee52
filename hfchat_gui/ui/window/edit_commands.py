"""What the Edit menu does in the field or the transcript that has the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from hfchat_gui.ui.shortcuts import Command, Group

EDITING = frozenset(command for command in Command if command.group is Group.EDIT)

_FIELDS = (QLineEdit, QPlainTextEdit, QTextEdit)
_METHODS = {
    Command.UNDO: "undo",
    Command.REDO: "redo",
    Command.CUT: "cut",
    Command.COPY: "copy",
    Command.PASTE: "paste",
    Command.SELECT_ALL: "selectAll",
}
_KEYS = {Command.COPY: Qt.Key.Key_C, Command.SELECT_ALL: Qt.Key.Key_A}  # the transcript hears these


def possible_in(widget: QWidget | None, *, asks_clipboard: bool) -> frozenset[Command]:
    """Return what can be done with the text of this widget now.

    Asking the clipboard is asking another program, which may be slow to answer: without
    `asks_clipboard` it is taken for granted that there is something to paste.
    """
    found = _in_field(widget)
    if Command.PASTE in found and asks_clipboard and not _is_text_on_clipboard():
        found -= {Command.PASTE}
    return found


def _in_field(widget: QWidget | None) -> frozenset[Command]:
    if isinstance(widget, QLineEdit):
        return _in_line(widget)
    if isinstance(widget, QPlainTextEdit | QTextEdit):
        return _in_document(widget)
    selection = getattr(widget, "selection", None)  # the transcript, which is loaded late
    if selection is None:
        return frozenset()
    return _those({Command.COPY: not selection.is_empty, Command.SELECT_ALL: True})


def do_in(widget: QWidget, command: Command) -> None:
    """Do this with the text of the widget."""
    if isinstance(widget, _FIELDS):
        getattr(widget, _METHODS[command])()
    elif command in _KEYS:
        key = _KEYS[command]
        event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.ControlModifier)
        QCoreApplication.sendEvent(widget, event)


def _in_line(field: QLineEdit) -> frozenset[Command]:
    readable = field.echoMode() is QLineEdit.EchoMode.Normal
    writable = not field.isReadOnly()
    return _those(
        {
            Command.UNDO: writable and field.isUndoAvailable(),
            Command.REDO: writable and field.isRedoAvailable(),
            Command.CUT: writable and readable and field.hasSelectedText(),
            Command.COPY: readable and field.hasSelectedText(),
            Command.PASTE: writable,
            Command.SELECT_ALL: bool(field.text()),
        }
    )


def _in_document(field: QPlainTextEdit | QTextEdit) -> frozenset[Command]:
    selected = field.textCursor().hasSelection()
    writable = not field.isReadOnly()
    return _those(
        {
            Command.UNDO: writable and field.document().isUndoAvailable(),
            Command.REDO: writable and field.document().isRedoAvailable(),
            Command.CUT: writable and selected,
            Command.COPY: selected,
            Command.PASTE: writable,
            Command.SELECT_ALL: not field.document().isEmpty(),
        }
    )


def _is_text_on_clipboard() -> bool:
    held: QMimeData | None = QGuiApplication.clipboard().mimeData()
    return held is not None and (held.hasText() or held.hasUrls())


def _those(offers: dict[Command, bool]) -> frozenset[Command]:
    return frozenset(command for command, is_possible in offers.items() if is_possible)
