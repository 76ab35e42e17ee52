"""The button of actions that stands on a row of the conversation list."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QWidget

from hfchat_gui.ui.controls.buttons import IconButton
from hfchat_gui.ui.look.palette import SPACE_XS
from hfchat_gui.ui.side_panel.conversation_delegate import DOT
from hfchat_gui.ui.side_panel.conversation_list import ConversationList
from hfchat_gui.ui.side_panel.conversation_rows import RowRole
from hfchat_gui.ui.wording import cut


class MoreButton(IconButton):
    """It is on the row under the pointer, else on the one of the keyboard or the open chat's.

    It is the list's sibling and not in it, since the rows of a list are all that screen readers
    find there.
    """

    def __init__(self, rows: ConversationList, parent: QWidget) -> None:
        tip = "Open, rename or delete this chat (Shift+F10)"
        super().__init__("More", "ellipsis", tip=tip, parent=parent)
        self._rows = rows
        self._ground = parent
        self._pointed_at = ""
        self._row = ""
        self.hide()
        rows.viewport().installEventFilter(self)
        rows.entered.connect(self._on_entered)
        rows.viewportEntered.connect(self._on_left)
        rows.rows_moved.connect(self._stand)
        self.clicked.connect(self._on_clicked)

    def _on_entered(self, index: QModelIndex) -> None:
        self._point_at(str(index.data(RowRole.ID) or ""))

    def _on_left(self) -> None:
        self._point_at("")

    def _point_at(self, row: str) -> None:
        if row != self._pointed_at:
            self._pointed_at = row
            self._stand()

    def _stand(self) -> None:
        """Go where the row is now, or away where there is none in sight."""
        rows = self._rows
        has_keyboard = rows.hasFocus() or self.hasFocus()
        row = self._pointed_at or (rows.current_row() if has_keyboard else rows.marked_row())
        rect = rows.place_of(row)
        if rect.isEmpty() or rows.is_held:
            self._row = ""
            rows.make_room("", 0)
            self.hide()
            return
        self._row = row
        self.setAccessibleName(f"More for {cut(rows.title_of(row))}")
        side = rect.height() - 2 * SPACE_XS
        self.setFixedSize(side, side)
        right = rect.right() - SPACE_XS - side - (2 * DOT if rows.is_replying(row) else 0)
        corner = QPoint(right, rect.top() + SPACE_XS)
        self.move(rows.viewport().mapTo(self._ground, corner))
        rows.make_room(row, side)
        self.show()
        self.raise_()

    def _on_clicked(self) -> None:
        corner = self.mapToGlobal(self.rect().bottomLeft())
        self._rows.open_menu(self._row, corner, by_key=self.hasFocus())

    def _holds_pointer(self) -> bool:
        return self.isVisible() and self.rect().contains(self.mapFromGlobal(QCursor.pos()))

    # Qt's own names.

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave and not self._holds_pointer():
            self._on_left()
        return super().eventFilter(watched, event)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        viewport = self._rows.viewport()
        if not viewport.rect().contains(viewport.mapFromGlobal(QCursor.pos())):
            self._on_left()
