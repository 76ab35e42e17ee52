"""The list of conversations in the side panel: grouped by day, with what can be done with each."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from enum import Enum
from functools import partial

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QMenu,
    QWidget,
)

from hfchat_gui.conversation.records import ConversationSummary
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.shortcuts import written
from hfchat_gui.ui.side_panel.conversation_delegate import ConversationDelegate
from hfchat_gui.ui.side_panel.conversation_rows import ConversationRows, Grouped, RowRole
from hfchat_gui.ui.wording import cut


class RowDeed(Enum):
    """What can be done with a conversation of the list: its words, and its keys there.

    The first key is the one to show.
    """

    OPEN = ("Open", "Enter", "Return")
    RENAME = ("Rename", "F2")
    DELETE = ("Delete", "Del", "Backspace")

    def __init__(self, words: str, *keys: str) -> None:
        self.words = words
        self.shown_keys = written(keys[0])
        self._keys = keys

    def is_asked_by(self, event: QKeyEvent) -> bool:
        """Whether this key press, with no other key held, asks for it."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        pressed = QKeySequence(event.key())
        return not held and any(pressed == QKeySequence(keys) for keys in self._keys)


class ConversationList(QListView):
    """Announces what the person wants of a conversation: by click, key or menu.

    Enter opens, F2 renames in place, Delete deletes; Shift+F10 opens the menu. Changes that come
    while a title is being typed wait until it is kept or left.
    """

    chosen = Signal(str)
    renaming_requested = Signal(str)
    deletion_requested = Signal(str)
    rows_moved = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = ConversationRows(self)
        self._delegate = ConversationDelegate(self)
        self._current_id = ""
        self._is_held = False
        self._held: list[Callable[[], None]] = []
        self.setModel(self._rows)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName("Conversations")
        keys = (f"{deed.words} ({deed.shown_keys})" for deed in RowDeed)
        self.setToolTip(", ".join((*keys, f"more ({written('Shift+F10')})")))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._choose)
        self._rows.rowsInserted.connect(self._on_more_rows)
        self.verticalScrollBar().valueChanged.connect(self.rows_moved)
        self.selectionModel().currentChanged.connect(self.rows_moved)
        self.selectionModel().selectionChanged.connect(self.rows_moved)
        theme().changed.connect(self._repaint)

    @property
    def is_held(self) -> bool:
        """Whether changes wait, because a title is being typed."""
        return self._is_held

    def show_rows(self, rows: Grouped) -> None:
        """Show these rows, keeping the place and the marked conversation."""
        self._when_idle(partial(self._show_rows, rows))

    def show_change(self, summary: ConversationSummary, is_replying: bool, today: date) -> None:
        """Show a conversation as it is now, keeping the place and the marked conversation."""
        self._when_idle(partial(self._show_change, summary, is_replying, today))

    def show_removal(self, conversation_id: str, today: date) -> None:
        """Show that a conversation is gone, keeping the place; its neighbour has the keyboard."""
        self._when_idle(partial(self._show_removal, conversation_id, today))

    def mark(self, conversation_id: str) -> None:
        """Show which conversation is open."""
        index = self._rows.index_of(conversation_id)
        self._current_id = conversation_id
        self._make_current(index)

    def mark_drafts(self, ids: frozenset[str]) -> None:
        """Show in which chats something is written and not sent."""
        self._rows.mark_drafts(ids)

    def row_at(self, place: QPoint) -> str:
        """Return the conversation at this point of the viewport, "" where there is none."""
        return str(self.indexAt(place).data(RowRole.ID) or "")

    def current_row(self) -> str:
        """Return the conversation that the keyboard is at, "" where it is at none."""
        return str(self.currentIndex().data(RowRole.ID) or "")

    def marked_row(self) -> str:
        """Return the conversation that is shown as chosen, "" where none is."""
        marked = self.selectionModel().selectedIndexes()
        return str(marked[0].data(RowRole.ID)) if marked else ""

    def place_of(self, conversation_id: str) -> QRect:
        """Return where its row is in the viewport, an empty rectangle where it is out of sight."""
        rect = self.visualRect(self._rows.shown_index_of(conversation_id))
        return rect if self.viewport().rect().contains(rect) else QRect()

    def title_of(self, conversation_id: str) -> str:
        """Return the whole title of a conversation, as far as the list has been looked at."""
        return str(self._rows.shown_index_of(conversation_id).data(Qt.ItemDataRole.EditRole) or "")

    def is_replying(self, conversation_id: str) -> bool:
        """Whether a row in sight is being answered."""
        return bool(self._rows.shown_index_of(conversation_id).data(RowRole.IS_REPLYING))

    def make_room(self, conversation_id: str, width: int) -> None:
        """Leave so many pixels free at the end of this row, and of this one alone."""
        if (self._delegate.more_id, self._delegate.more_width) != (conversation_id, width):
            self._delegate.more_id, self._delegate.more_width = conversation_id, width
            self.viewport().update()

    def open_menu(self, conversation_id: str, place: QPoint, *, by_key: bool) -> None:
        """Offer what can be done with a conversation, in a menu at this point of the screen."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(cut(self.title_of(conversation_id)))
        for deed in RowDeed:
            work = partial(self._do, deed, conversation_id)
            menu.addAction(f"{deed.words}\t{deed.shown_keys}", work)
        if by_key:
            menu.setActiveAction(menu.actions()[0])
        menu.popup(place)

    def begin_renaming(self, conversation_id: str) -> None:
        """Bring the conversation's row into sight, and ask for the field on it."""
        index = self._rows.index_of(conversation_id)
        if index.isValid():
            flags = QItemSelectionModel.SelectionFlag.NoUpdate
            self.selectionModel().setCurrentIndex(index, flags)
            self.scrollTo(index)
            self.renaming_requested.emit(conversation_id)

    def _do(self, deed: RowDeed, conversation_id: str) -> None:
        if deed is RowDeed.OPEN:
            self.chosen.emit(conversation_id)
        elif deed is RowDeed.RENAME:
            self.begin_renaming(conversation_id)
        else:
            self.deletion_requested.emit(conversation_id)

    def hold(self) -> None:
        """Let changes wait from now on: a title is being typed on its row."""
        self._is_held = True
        self.rows_moved.emit()

    def release(self) -> None:
        """Show what has changed meanwhile."""
        self._is_held = False
        held, self._held = self._held, []
        for change in held:
            change()
        self.rows_moved.emit()

    def _when_idle(self, change: Callable[[], None]) -> None:
        if self._is_held:
            self._held.append(change)
        else:
            change()
            self.rows_moved.emit()

    def _show_rows(self, rows: Grouped) -> None:
        place, kept = self.verticalScrollBar().value(), self._kept_row()
        self._rows.show_rows(rows, self._seen())
        self._return_to(place, kept)

    def _show_change(self, summary: ConversationSummary, is_replying: bool, today: date) -> None:
        place, kept = self.verticalScrollBar().value(), self._kept_row()
        if self._rows.show_change(summary, is_replying, today, self._seen()):
            self._return_to(place, kept)

    def _show_removal(self, conversation_id: str, today: date) -> None:
        place, kept = self.verticalScrollBar().value(), self._kept_row()
        neighbour = self._rows.show_removal(conversation_id, today, self._seen())
        self._return_to(place, neighbour if kept == conversation_id else kept)

    def _kept_row(self) -> str:
        """The row that stays current when all indexes are new: where the keyboard is, if here."""
        return (self.hasFocus() and self.current_row()) or self._current_id

    def _seen(self) -> int:
        last = self.indexAt(self.viewport().rect().bottomLeft())
        return last.row() if last.isValid() else 0

    def _return_to(self, place: int, conversation_id: str) -> None:
        self.doItemsLayout()  # first: what follows would do it once more
        self._make_current(self._rows.shown_index_of(conversation_id))
        self.verticalScrollBar().setValue(place)

    def _on_more_rows(self) -> None:
        if self._current_id and not self.currentIndex().isValid():
            place = self.verticalScrollBar().value()
            self._make_current(self._rows.shown_index_of(self._current_id))
            self.verticalScrollBar().setValue(place)

    def _make_current(self, index: QModelIndex) -> None:
        if index.isValid():
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().setCurrentIndex(index, flags)
        else:  # the keyboard stays where it is
            self.selectionModel().clearSelection()

    def _repaint(self) -> None:
        self.viewport().update()
        self.rows_moved.emit()

    def _choose(self, index: QModelIndex) -> None:
        conversation_id = index.data(RowRole.ID)
        if conversation_id:
            self.chosen.emit(conversation_id)

    # Qt's own names.

    def event(self, event: QEvent) -> bool:
        is_rename = isinstance(event, QKeyEvent) and RowDeed.RENAME.is_asked_by(event)
        if is_rename and event.type() == QEvent.Type.ShortcutOverride and self.current_row():
            event.accept()  # here it is the row's, not the open chat's
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.current_row()
        deed = next((one for one in RowDeed if one.is_asked_by(event)), None)
        if deed is not None and row:
            self._do(deed, row)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.RightButton:  # that one marks nothing
            super().mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        row = self.current_row() if by_key else self.row_at(event.pos())
        if not row:
            return
        corner = self.viewport().mapToGlobal(self.place_of(row).bottomLeft())
        self.open_menu(row, corner if by_key else event.globalPos(), by_key=by_key)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.rows_moved.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.rows_moved.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.rows_moved.emit()
