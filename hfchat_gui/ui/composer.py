"""Where a message is written and sent; the same button stops the reply."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from hfchat_gui.ui.buttons import Button, Kind
from hfchat_gui.ui.fonts import small_font
from hfchat_gui.ui.held_text import HeldText
from hfchat_gui.ui.message_edit import MessageEdit, fits
from hfchat_gui.ui.palette import FOCUS_RING, RADIUS_CARD, SPACE_M, SPACE_S, Palette
from hfchat_gui.ui.theme import theme

_Look = tuple[str, Kind, str, str]  # as `Button.turn_into` takes it

_SEND: _Look = ("Send", "primary", "arrow-up", "Send (Enter)")
_STOP: _Look = ("Stop", "secondary", "square", "Stop the reply (Esc)")
_HINT = "Enter sends · Shift+Enter breaks the line"


class Composer(QWidget):
    """The message field and its button.

    The text stays until its owner calls `clear`: what has not been taken is never lost.
    """

    submitted = Signal(str)
    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._replying = False
        self._button_is_new = False
        self._edit = MessageEdit(self)
        self._edit.setAccessibleName("Message")
        self._held = HeldText(self)
        self._hint = QLabel(_HINT, self)
        self._hint.setFont(small_font())
        self._hint.setProperty("tone", "secondary")
        self._hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._button = _SendButton("", parent=self)
        self._show_button()
        self._button.setMinimumWidth(self._button.sizeHint().width() + SPACE_S)
        self._lay_out()
        self._edit.focus_changed.connect(self.update)
        self._edit.submitted.connect(self._submit)
        self._edit.long_text_pasted.connect(self._held.add)
        self._edit.textChanged.connect(self._show_button)
        self._held.changed.connect(self._show_button)
        self._button.clicked.connect(self._on_clicked)
        self._button.let_go.connect(self._on_let_go)
        theme().changed.connect(self.update)
        self.setFocusProxy(self._edit)

    @property
    def text(self) -> str:
        """The whole message, with pasted text that is kept aside."""
        typed = self._edit.toPlainText()
        return "\n\n".join([part for part in (typed, *self._held.texts) if part.strip()])

    def set_text(self, text: str) -> None:
        """Put `text` in place of what is there, the cursor at its end."""
        self._held.clear()
        self._edit.setPlainText(text if fits(text) else "")
        self._edit.moveCursor(self._edit.textCursor().MoveOperation.End)
        if not fits(text):
            self._held.add(text)

    def clear(self) -> None:
        """Empty the field; call it once the turn has been taken."""
        self._held.clear()
        self._edit.clear()

    def set_replying(self, replying: bool) -> None:
        """Offer Stop while a reply is open, Send otherwise."""
        if replying and not self._replying:
            self._button_is_new = True
            QTimer.singleShot(0, self._on_button_seen)
        self._replying = replying
        self._show_button()

    def set_model_name(self, name: str) -> None:
        """Name the model that the message goes to."""
        self._edit.setPlaceholderText(f"Message {name}…")

    def set_room(self, height: int) -> None:
        """Let the whole composer grow to `height` pixels."""
        self._edit.set_room(max(height - self._button.sizeHint().height() - 5 * SPACE_S, 40))

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(SPACE_M)
        row.addWidget(self._hint, 1)
        row.addWidget(self._button, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, SPACE_M, SPACE_S + 2, SPACE_S + 2)
        column.setSpacing(SPACE_S)
        column.addWidget(self._edit)
        column.addWidget(self._held)
        column.addLayout(row)

    def _show_button(self) -> None:
        look = _STOP if self._replying else _SEND
        self._button.turn_into(*look)
        self._button.setAccessibleName(look[0])
        self._button.set_idle(not (self._replying or self._has_text()))

    def _has_text(self) -> bool:
        return bool(self._held.texts or self._edit.toPlainText().strip())

    def _on_button_seen(self) -> None:
        self._button_is_new = False

    def _on_clicked(self) -> None:
        if not self._replying:
            self._submit()
        elif not self._button_is_new:  # else the click was aimed at Send
            self.stop_requested.emit()

    def _on_let_go(self) -> None:
        self._edit.setFocus(Qt.FocusReason.MouseFocusReason)

    def _submit(self) -> None:
        text = self.text
        if text and not self._replying:
            self.submitted.emit(text)

    # Qt's own names.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._edit.setFocus(Qt.FocusReason.MouseFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = theme().palette
        focused = self._edit.hasFocus()
        width = FOCUS_RING if focused else 1
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(palette.accent if focused else palette.control_border, width))
        painter.setBrush(palette.card if palette.is_dark else palette.window)
        inset = width / 2
        frame = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(frame, RADIUS_CARD, RADIUS_CARD)
        painter.end()


class _SendButton(Button):
    """Takes a double click for one: its second half would press Stop.

    It looks as if it did nothing while there is nothing to send, but keeps its place for the keys.
    """

    let_go = Signal()  # by the mouse

    def set_idle(self, idle: bool) -> None:
        """Look like a button that does nothing, or like one that does."""
        if self.property("idle") != idle:
            self.setProperty("idle", idle)
            self._dress()

    def _icon_colour(self, palette: Palette) -> QColor:
        return palette.text_secondary if self.property("idle") else super()._icon_colour(palette)

    # Qt's own names.

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self.let_go.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()
