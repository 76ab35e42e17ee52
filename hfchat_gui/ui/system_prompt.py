"""The system prompt: one quiet line that opens into an editor when it is entered."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QWidget

from hfchat_gui.ui.fonts import small_font
from hfchat_gui.ui.icons import paint_icon
from hfchat_gui.ui.palette import ICON_SIZE, SPACE_S, SPACE_XS
from hfchat_gui.ui.theme import theme

_PAUSE = 400  # milliseconds without a key press until the text is handed on
_OPEN_LINES = 5
_NONE = "none"


class SystemPrompt(QWidget):
    """Hands on what was written when it is left, and after a pause in typing."""

    edited = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edit = _Editor(self)
        self._shown = ""
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self.hand_on)
        self._edit.textChanged.connect(self._pause.start)
        self._edit.closed.connect(self.hand_on)
        self._edit.left.connect(self.left)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._edit)
        self.setFocusProxy(self._edit)

    def show_text(self, text: str) -> None:
        """Show the prompt of another conversation, or of this one changed elsewhere."""
        if text != self._edit.toPlainText():
            self._edit.setPlainText(text)
        self._shown = text
        self._pause.stop()

    def hand_on(self) -> None:
        """Announce the text now, if it is another one than was shown or announced last."""
        self._pause.stop()
        text = self._edit.toPlainText()
        if text != self._shown:
            self._shown = text
            self.edited.emit(text)


class _Editor(QPlainTextEdit):
    """Paints itself as one line while it has no focus, and is a plain editor while it has."""

    closed = Signal()
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("System prompt")
        self.setToolTip("What every reply should keep to (Ctrl+Shift+P)")
        self.setTabChangesFocus(True)
        self.setFont(small_font())
        self.setPlaceholderText("How should the model answer? It holds from the next reply on.")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._fold(True)
        theme().changed.connect(self.viewport().update)

    def _fold(self, folded: bool) -> None:
        self._folded = folded
        self.setProperty("kind", "bare" if folded else "field")
        self.document().setDocumentMargin(0 if folded else SPACE_S)
        self.style().unpolish(self)
        self.style().polish(self)
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            if folded
            else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        )
        line = self.fontMetrics().lineSpacing()
        self.setFixedHeight(line + SPACE_S if folded else _OPEN_LINES * line + 3 * SPACE_S)
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if folded else Qt.CursorShape.IBeamCursor
        )

    # Qt's own names.

    def focusInEvent(self, event: QFocusEvent) -> None:
        if self._folded:
            self._fold(False)
            self.moveCursor(QTextCursor.MoveOperation.End)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        stays = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
        self.closed.emit()
        if event.reason() not in stays:
            self._fold(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._folded:
            super().mousePressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._folded:
            super().paintEvent(event)
            return
        palette = theme().palette
        painter = QPainter(self.viewport())
        rect = QRectF(self.viewport().rect())
        middle = rect.center().y() - ICON_SIZE / 2
        mark = QRectF(SPACE_XS, middle, ICON_SIZE, ICON_SIZE)
        paint_icon(painter, "chevron-right", mark, palette.text_secondary)
        painter.setPen(palette.text_secondary)
        room = rect.adjusted(ICON_SIZE + SPACE_S + SPACE_XS, 0, -SPACE_XS, 0)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), self._line(int(room.width())))
        painter.end()

    def _line(self, width: int) -> str:
        start = self.document().firstBlock().text()[:500]
        rest = "…" if self.blockCount() > 1 else ""
        line = f"System prompt: {start.strip() + rest or _NONE}"
        return self.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, width)
