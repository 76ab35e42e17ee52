"""The list of conversations in the side panel: grouped by day, with a dot where one streams."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from hfchat_gui.conversation.records import ConversationSummary
from hfchat_gui.ui.conversation_rows import ConversationRows, Grouped, Index, RowRole
from hfchat_gui.ui.fonts import small_font
from hfchat_gui.ui.palette import FOCUS_RING, RADIUS_CONTROL, SPACE_S
from hfchat_gui.ui.theme import theme

_DOT = 7


class ConversationList(QListView):
    """Announces the conversation that is clicked, or chosen with Enter."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = ConversationRows(self)
        self._current_id = ""
        self.setModel(self._rows)
        self.setItemDelegate(_Delegate(self))
        self.setAccessibleName("Conversations")
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._choose)
        self._rows.rowsInserted.connect(self._on_more_rows)
        theme().changed.connect(self._repaint)

    def show_rows(self, rows: Grouped) -> None:
        """Show these rows, keeping the place and the marked conversation."""
        place, seen = self.verticalScrollBar().value(), self._seen()
        self._rows.show_rows(rows, seen)
        self._return_to(place)

    def show_change(self, summary: ConversationSummary, is_replying: bool, today: date) -> None:
        """Show a conversation as it is now, keeping the place and the marked conversation."""
        place, seen = self.verticalScrollBar().value(), self._seen()
        if self._rows.show_change(summary, is_replying, today, seen):
            self._return_to(place)

    def mark(self, conversation_id: str) -> None:
        """Show which conversation is open."""
        index = self._rows.index_of(conversation_id)
        self._current_id = conversation_id
        self._make_current(index)

    def _seen(self) -> int:
        last = self.indexAt(self.viewport().rect().bottomLeft())
        return last.row() if last.isValid() else 0

    def _return_to(self, place: int) -> None:
        self.doItemsLayout()  # first: what follows would do it once more
        self._make_current(self._rows.shown_index_of(self._current_id))
        self.verticalScrollBar().setValue(place)

    def _on_more_rows(self) -> None:
        if self._current_id and not self.currentIndex().isValid():
            place = self.verticalScrollBar().value()
            self._make_current(self._rows.shown_index_of(self._current_id))
            self.verticalScrollBar().setValue(place)

    def _make_current(self, index: QModelIndex) -> None:
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(index, flags)
        if not index.isValid():
            self.selectionModel().clear()

    def _repaint(self) -> None:
        self.viewport().update()

    def _choose(self, index: QModelIndex) -> None:
        conversation_id = index.data(RowRole.ID)
        if conversation_id:
            self.chosen.emit(conversation_id)

    # Qt's own names.

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)


class _Delegate(QStyledItemDelegate):
    """Draws headings small, conversations with their state."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        metrics = option.fontMetrics
        return QSize(0, metrics.height() + 2 * SPACE_S)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        palette = theme().palette
        rect: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.data(RowRole.IS_HEADING):
            painter.setFont(small_font())
            painter.setPen(palette.text_secondary)
            line = rect.adjusted(SPACE_S, 0, -SPACE_S, -SPACE_S // 2)
            flags = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft
            painter.drawText(line, int(flags), str(index.data()))
        else:
            self._paint_conversation(painter, option, index, rect)
        painter.restore()

    def _paint_conversation(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index, rect: QRect
    ) -> None:
        palette = theme().palette
        state: QStyle.StateFlag = option.state
        paint_row_background(painter, QRectF(rect), state)
        replying = bool(index.data(RowRole.IS_REPLYING))
        line = rect.adjusted(SPACE_S, 0, -SPACE_S - (2 * _DOT if replying else 0), 0)
        metrics = option.fontMetrics
        text = metrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, line.width())
        painter.setPen(palette.text)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(line, int(flags | Qt.TextFlag.TextSingleLine), text)
        if replying:
            x = rect.right() + 1 - SPACE_S - _DOT
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.success)
            painter.drawEllipse(QRectF(x, rect.center().y() - _DOT // 2, _DOT, _DOT))


def paint_row_background(painter: QPainter, rect: QRectF, state: QStyle.StateFlag) -> None:
    palette = theme().palette
    selected = bool(state & QStyle.StateFlag.State_Selected)
    hovered = bool(state & QStyle.StateFlag.State_MouseOver)
    focused = bool(state & QStyle.StateFlag.State_HasFocus)
    if focused:
        painter.setPen(QPen(palette.accent, FOCUS_RING))
    else:
        painter.setPen(Qt.PenStyle.NoPen)
    if selected or hovered:
        painter.setBrush(palette.selected if selected else palette.hover)
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), RADIUS_CONTROL, RADIUS_CONTROL)
