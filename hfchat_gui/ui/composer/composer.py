"""Where a message is written and sent; the same button stops the reply."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from hfchat_gui.conversation.characters import whole_characters
from hfchat_gui.conversation.choices import SendKey
from hfchat_gui.conversation.draft import Draft
from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.ui.composer.attached_texts import AttachedTexts
from hfchat_gui.ui.composer.editing_line import EditingLine
from hfchat_gui.ui.composer.message_edit import MessageEdit, fits
from hfchat_gui.ui.composer.reading_line import ReadingLine
from hfchat_gui.ui.composer.send_button import SendButton
from hfchat_gui.ui.controls.buttons import IconButton
from hfchat_gui.ui.controls.elided_label import ElidedLabel
from hfchat_gui.ui.controls.exact_text import ExactText
from hfchat_gui.ui.look.fonts import small_font
from hfchat_gui.ui.look.palette import FOCUS_RING, RADIUS_CARD, SPACE_M, SPACE_S, SPACE_XS
from hfchat_gui.ui.look.theme import keep_font, theme
from hfchat_gui.ui.shortcuts import Command, send_keys, with_keys

_DROP_HINT = "Drop text files here to attach them"
_LEAST_ROOM = 40  # pixels for the field, however much is attached


class Composer(QWidget):
    """The message field, the pieces that go along folded, and the buttons.

    What is written stays until its owner calls `clear`: what has not been taken is never lost.
    """

    submitted = Signal(object)  # Draft
    changed = Signal()
    stop_requested = Signal()
    editing_cancelled = Signal()
    attach_requested = Signal()
    options_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._replying = False
        self._button_is_new = False
        self._is_drop_place = False
        self._room = 1_000
        self._send_key = SendKey.ENTER
        self._editing = EditingLine(self)
        self._reading = ReadingLine(self)
        self.edit = MessageEdit(self)
        self.edit.setAccessibleName("Message")
        self._typed = ExactText(self.edit.document())
        self.attached = AttachedTexts(self)
        self.attached.reach_after(self.edit)
        self._hint = ElidedLabel(mode=Qt.TextElideMode.ElideRight, parent=self)
        self._hint.setProperty("tone", "secondary")
        keep_font(self._hint, small_font)
        tip = with_keys("Attach text files", Command.ATTACH)
        self._attach = IconButton("Attach text files", "paperclip", tip=tip, parent=self)
        self._options = IconButton("Options of this chat", "sliders-horizontal", parent=self)
        self._button = SendButton(self)
        self._lay_out()
        self._connect()
        self.set_send_key(SendKey.ENTER)
        self.setFocusProxy(self.edit)

    @property
    def draft(self) -> Draft:
        """What is written: the typed text, and the pieces that go along."""
        return Draft(whole_characters(self._typed.text), self.attached.pieces)

    def set_draft(self, draft: Draft) -> None:
        """Put `draft` in place of what is there, the cursor at its end."""
        self._reading.wait_to_send(False)
        is_long = not fits(draft.text)
        pieces = (AttachedText("", draft.text), *draft.attached) if is_long else draft.attached
        self.attached.set_pieces(pieces)
        text = "" if is_long else draft.text
        self.edit.setPlainText(text)
        self._typed.note(text)
        self.edit.moveCursor(QTextCursor.MoveOperation.End)

    def add(self, draft: Draft) -> None:
        """Put `draft` below what is there, after a blank line; it can be undone."""
        if draft.text.strip():
            self._add_text(draft.text)
        for piece in draft.attached:
            self.attached.add(piece)

    def replace_text(self, text: str) -> None:
        """Put `text` in place of what is typed; it can be undone."""
        cursor = self.edit.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self.edit.setTextCursor(cursor)

    def clear(self) -> None:
        """Empty the composer; call it once the turn has been taken."""
        self.set_draft(Draft())

    def set_editing(self, is_editing: bool) -> None:
        """Say that an earlier message is edited, or no longer."""
        self._editing.setVisible(is_editing)
        self._show_button()
        self._share_room()

    def set_replying(self, replying: bool) -> None:
        """Offer Stop while a reply is open, Send otherwise."""
        if replying and not self._replying:
            self._button_is_new = True
            QTimer.singleShot(0, self._on_button_seen)
        self._replying = replying
        self._show_button()

    def set_send_key(self, key: SendKey) -> None:
        """Send with this key, and say so."""
        self._send_key = key
        self.edit.set_send_key(key)
        send, line = send_keys(key)
        self.edit.setToolTip(f"Send it ({send}), break the line ({line})")
        self._button.set_key(send)
        self._show_button()
        self._show_hint()

    def set_model_name(self, name: str) -> None:
        """Name the model that the message goes to."""
        self.edit.setPlaceholderText(f"Message {name}…")

    def set_options(self, words: str) -> None:
        """Say in the tooltip of the options what holds in this chat."""
        self._options.setToolTip(f"Options of this chat: {words}")
        self._options.setAccessibleDescription(words)

    def set_reading(self, words: str, *, sends: bool = True) -> None:
        """Say which files are being read, "" once they are: then goes what waited to be sent.

        Not where `sends` is False, since something was not taken that was to go along.
        """
        is_due = self._reading.waits_to_send and not words and sends
        self._reading.say(words)
        self._show_button()
        self._share_room()
        if is_due:
            self._submit()

    def set_drop_place(self, is_drop_place: bool) -> None:
        """Show that what is dragged can be dropped here."""
        self._is_drop_place = is_drop_place
        self._show_hint()
        self.update()

    def set_room(self, height: int) -> None:
        """Let the whole composer grow to `height` pixels."""
        self._room = height
        self._share_room()

    def _share_room(self) -> None:
        left = self._room - self._button.sizeHint().height() - 5 * SPACE_S
        if not self._editing.isHidden():
            left -= self._editing.sizeHint().height() + SPACE_S
        if not self._reading.isHidden():
            left -= self._reading.sizeHint().height() + SPACE_S
        if not self.attached.isHidden():
            self.attached.set_room(left - _LEAST_ROOM - SPACE_S)
            left -= self.attached.height() + SPACE_S
        self.edit.set_room(max(left, _LEAST_ROOM))

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(SPACE_XS)
        row.addWidget(self._attach)
        row.addWidget(self._options)
        row.addSpacing(SPACE_XS)
        row.addWidget(self._hint, 1)
        row.addSpacing(SPACE_S)
        row.addWidget(self._button, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, SPACE_M, SPACE_S + 2, SPACE_S + 2)
        column.setSpacing(SPACE_S)
        column.addWidget(self._editing)
        column.addWidget(self.edit)
        column.addWidget(self.attached)
        column.addWidget(self._reading)
        column.addLayout(row)

    def _connect(self) -> None:
        self.edit.focus_changed.connect(self.update)
        self.edit.submitted.connect(self._submit)
        self.edit.long_text_pasted.connect(self._on_long_text)
        self.edit.textChanged.connect(self._on_changed)
        self.attached.changed.connect(self._on_changed)
        self._editing.cancelled.connect(self.editing_cancelled)
        self._attach.clicked.connect(self.attach_requested)
        self._options.clicked.connect(self.options_requested)
        self._button.clicked.connect(self._on_clicked)
        self._button.let_go.connect(self._on_let_go)
        theme().changed.connect(self._on_theme_changed)

    def _add_text(self, text: str) -> None:
        if not fits(text, self.edit.document().characterCount()):
            self.attached.add(AttachedText("", text))
            return
        cursor = self.edit.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(f"\n\n{text}" if self._typed.text.strip() else text)

    def _show_button(self) -> None:
        idle = self.draft.is_empty and not self._reading.is_reading
        self._button.show_state(replying=self._replying, idle=idle)

    def _show_hint(self) -> None:
        sends, breaks = send_keys(self._send_key)
        hint = f"{sends} sends · {breaks} breaks the line"
        self._hint.set_text(_DROP_HINT if self._is_drop_place else hint)

    def _on_changed(self) -> None:
        self._show_button()
        self._share_room()
        self.changed.emit()

    def _on_long_text(self, text: str) -> None:
        self.attached.offer(AttachedText("", text))

    def _on_theme_changed(self) -> None:
        self._share_room()
        self.update()

    def _on_button_seen(self) -> None:
        self._button_is_new = False

    def _on_clicked(self) -> None:
        if not self._replying:
            self._submit()
        elif not self._button_is_new:  # else the click was aimed at Send
            self.stop_requested.emit()

    def _on_let_go(self) -> None:
        self.edit.setFocus(Qt.FocusReason.MouseFocusReason)

    def _submit(self) -> None:
        draft = self.draft
        if self._reading.is_reading and not self._replying:
            self._reading.wait_to_send(True)
            self._share_room()
        elif not draft.is_empty and not self._replying:
            self.submitted.emit(draft)

    # Qt's own names.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.edit.setFocus(Qt.FocusReason.MouseFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = theme().palette
        ringed = self.edit.hasFocus() or self._is_drop_place
        width = FOCUS_RING if ringed else 1
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(palette.accent if ringed else palette.control_border, width))
        painter.setBrush(palette.card if palette.is_dark else palette.window)
        inset = width / 2
        frame = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(frame, RADIUS_CARD, RADIUS_CARD)
        painter.end()
