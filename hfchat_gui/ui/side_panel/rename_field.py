"""The field on a row of the conversation list in which its chat gets another title."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from hfchat_gui.ui.side_panel.conversation_list import ConversationList
from hfchat_gui.ui.window.chat_title import LONGEST_TITLE
from hfchat_gui.ui.wording import cut

_STAYS_OPEN = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)


class RenameField(QLineEdit):
    """Enter and leaving it keep the title, Esc drops it; the list is held meanwhile.

    It is the list's sibling and not in it, since the rows of a list are all that screen readers
    find there.
    """

    renamed = Signal(str, str)  # conversation id, title, "" for the one made from the chat

    def __init__(self, rows: ConversationList, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows = rows
        self._ground = parent
        self._row = ""
        self._before = ""
        self.setToolTip("Keep the title (Enter), or leave it as it was (Esc)")
        self.setPlaceholderText("Title")
        self.setMaxLength(LONGEST_TITLE)
        self.hide()
        self.returnPressed.connect(self._keep)
        rows.renaming_requested.connect(self.begin)
        rows.rows_moved.connect(self._stand)

    def begin(self, conversation_id: str) -> None:
        """Open on the row of this chat, all of its title selected."""
        self._row = conversation_id
        title = self._rows.title_of(conversation_id)
        self.setAccessibleName(f"New title of {cut(title)}")
        self.setText(title)
        self._before = self.text()
        self.selectAll()
        self._rows.hold()
        self._stand()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _stand(self) -> None:
        rect = self._rows.place_of(self._row) if self._row else None
        if rect is not None and not rect.isEmpty():
            rect.moveTopLeft(self._rows.viewport().mapTo(self._ground, rect.topLeft()))
            self.setGeometry(rect)
        elif self._row:  # scrolled out of sight
            self._keep()

    def _keep(self) -> None:
        row, is_other = self._row, self.text() != self._before
        self._close()
        if row and is_other:
            self.renamed.emit(row, self.text())

    def _close(self) -> None:
        had_keyboard = self.hasFocus()
        self._row = ""
        if had_keyboard:
            self._rows.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()
        self._rows.release()

    # Qt's own names.

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._close()
        else:
            super().keyPressEvent(event)
            event.accept()  # Enter, too, is for this field and nobody else

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._row and event.reason() not in _STAYS_OPEN:
            self._keep()
