"""The field on a row of the conversation list in which its chat gets another title."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from hfchat_gui.ui.controls.title_field import TitleField
from hfchat_gui.ui.side_panel.conversation_list import ConversationList
from hfchat_gui.ui.wording import cut


class RenameField(TitleField):
    """Stands on the row; the list is held while it is open.

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
        self.hide()
        self.kept.connect(self._keep)
        self.dropped.connect(self._close)
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
        if not row:
            return  # it lost the keyboard because it is being closed
        self._close()
        if is_other:
            self.renamed.emit(row, self.text())

    def _close(self) -> None:
        had_keyboard = self.hasFocus()
        self._row = ""
        if had_keyboard:
            self._rows.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()
        self._rows.release()
