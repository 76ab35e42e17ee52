"""The field a message is typed in: a key sends, and no pasted text can freeze it.

Qt lays out a paragraph anew at every key press; one line of a megabyte costs between half a second
and half a minute each time. Such text never enters the field: it is handed to the composer, which
keeps it folded and sends it along.
"""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QFocusEvent,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from hfchat_gui.conversation.choices import SendKey
from hfchat_gui.ui.composer.handed_over import is_for_the_pane, is_picture, local_files
from hfchat_gui.ui.controls.exact_text import selected_in

LONGEST_PASTE = 20_000
"""Bytes of UTF-8 above which a paste is folded."""

LONGEST_LINE = 20_000
LONGEST_TEXT = 100_000
_LONGEST_PARAGRAPH = 2 * LONGEST_LINE  # that pastes make of a line, one after the other


def fits(text: str, before: int = 0) -> bool:
    """Return whether the field can take `text` next to `before` characters without a pause."""
    if len(text) + before > LONGEST_TEXT:
        return False
    return all(len(line) <= LONGEST_LINE for line in text.split("\n"))


class MessageEdit(QPlainTextEdit):
    """A plain-text field that grows with its lines up to `set_room`."""

    submitted = Signal()
    long_text_pasted = Signal(object)  # str; converted, it would cost a pause once more
    files_pasted = Signal(list)  # paths
    picture_pasted = Signal()
    last_turn_wanted = Signal()  # to be edited: Up in the empty field
    undo_wanted = Signal()  # the field itself has nothing to undo
    focus_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preedit = ""
        self._send_key = SendKey.ENTER
        self._room = 1_000
        self.setProperty("kind", "bare")
        self.setTabChangesFocus(True)
        self._align()
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        self.document().clearUndoRedoStacks()  # the margin is nothing that a person did
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.textChanged.connect(self._align)
        self._fit()

    def set_send_key(self, key: SendKey) -> None:
        """Send with this key from now on; the other one breaks the line."""
        self._send_key = key

    def set_room(self, height: int) -> None:
        """Grow to at most `height` pixels; longer text scrolls."""
        self._room = height
        self._fit()

    def _align(self) -> None:
        option = self.document().defaultTextOption()
        right = self.document().firstBlock().textDirection() == Qt.LayoutDirection.RightToLeft
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        wrap = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
        if (option.alignment(), option.wrapMode()) != (side, wrap):
            option.setAlignment(side)
            option.setWrapMode(wrap)
            self.document().setDefaultTextOption(option)

    def _fit(self) -> None:
        line = self.fontMetrics().lineSpacing()
        lines = max(1, int(self.document().size().height()))
        self.setFixedHeight(max(line + 2, min(lines * line + 4, self._room)))

    def _on_enter(self, event: QKeyEvent) -> None:
        if self._preedit:
            event.accept()  # it belongs to the input method, whatever it means there
        elif self._breaks_the_line(event.modifiers()):
            self.insertPlainText("\n")
            self.ensureCursorVisible()
        elif not event.isAutoRepeat():
            self.submitted.emit()

    def _breaks_the_line(self, modifiers: Qt.KeyboardModifier) -> bool:
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            return True
        with_control = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        return self._send_key is SendKey.CTRL_ENTER and not with_control

    def _has_nothing_to_undo(self) -> bool:
        return not self._preedit and not self.document().isUndoAvailable()

    def _is_untouched(self, event: QKeyEvent) -> bool:
        bare = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return bare and not self._preedit and self.document().isEmpty()

    def _takes(self, text: str) -> bool:
        before = self.document().characterCount()
        paragraph = self.textCursor().block().length() + len(text)
        return (
            paragraph <= _LONGEST_PARAGRAPH
            and fits(text, before)
            and len(text.encode("utf-8", "replace")) <= LONGEST_PASTE
        )

    # Qt's own names.

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_enter(event)
        elif event.matches(QKeySequence.StandardKey.Undo) and self._has_nothing_to_undo():
            self.undo_wanted.emit()
        elif event.key() == Qt.Key.Key_Up and self._is_untouched(event):
            self.last_turn_wanted.emit()
        else:
            super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._preedit = event.preeditString()
        super().inputMethodEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if is_for_the_pane(event.mimeData()):
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if is_for_the_pane(event.mimeData()):
            event.ignore()
        else:
            super().dragMoveEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText() or is_for_the_pane(source)

    def createMimeDataFromSelection(self) -> QMimeData:
        selected = QMimeData()
        selected.setText(selected_in(self.textCursor()))
        return selected

    def insertFromMimeData(self, source: QMimeData) -> None:
        if files := local_files(source):
            self.files_pasted.emit(files)
        elif is_picture(source):
            self.picture_pasted.emit()
        elif self._takes(text := source.text()):
            self.insertPlainText(text)
            self.ensureCursorVisible()
        else:
            self.long_text_pasted.emit(text)
