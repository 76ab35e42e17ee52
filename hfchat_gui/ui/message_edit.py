"""The field a message is typed in: Enter sends, and no pasted text can freeze it.

Qt lays out a paragraph anew at every key press; one line of a megabyte costs between half a second
and half a minute each time. Such text never enters the field: it is handed to the composer, which
keeps it aside and sends it along.
"""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QResizeEvent, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QWidget

LONGEST_LINE = 8_000
LONGEST_TEXT = 100_000


def fits(text: str, before: int = 0) -> bool:
    """Return whether the field can take `text` next to `before` characters without a pause."""
    if len(text) + before > LONGEST_TEXT:
        return False
    return all(len(line) <= LONGEST_LINE for line in text.split("\n"))


class MessageEdit(QPlainTextEdit):
    """A plain-text field that grows with its lines up to `set_room`."""

    submitted = Signal()
    long_text_pasted = Signal(str)
    focus_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preedit = ""
        self._room = 1_000
        self.setProperty("kind", "bare")
        self.setTabChangesFocus(True)
        self._align()
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.textChanged.connect(self._align)
        self._fit()

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
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif self._preedit:
            event.accept()  # it belongs to the input method, whatever it means there
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.insertPlainText("\n")
            self.ensureCursorVisible()
        elif not event.isAutoRepeat():
            self.submitted.emit()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._preedit = event.preeditString()
        super().inputMethodEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText()

    def insertFromMimeData(self, source: QMimeData) -> None:
        text = source.text()
        if fits(text, self.document().characterCount()):
            self.insertPlainText(text)
            self.ensureCursorVisible()
        else:
            self.long_text_pasted.emit(text)
