"""The picker's list: moved through while the cursor stays in the field above it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QTreeView, QWidget

from hfchat_gui.conversation.model_ref import ModelRef
from hfchat_gui.ui.look.palette import SPACE_S
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.model_picker.offer_rows import OfferRows
from hfchat_gui.ui.model_picker.offers import Line, Offer, Row, split_suffix
from hfchat_gui.ui.model_picker.row_painting import RowPainter, arrow_room


class OfferList(QTreeView):
    """Announces what is current, what is chosen, and which place is to be asked again."""

    current_changed = Signal(object)  # Offer or None
    chosen = Signal(object)  # Offer
    retry_requested = Signal(str)
    size_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = OfferRows(self)
        self._opened: set[str] = set()
        self._is_showing = False
        self._is_at_arrow = False  # the mouse, when it let go
        self.setModel(self._rows)
        self.setItemDelegate(RowPainter(self))
        self.setAccessibleName("Models")
        self.setToolTip("Up and Down choose, Right shows a model's providers, Enter takes it")
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setUniformRowHeights(True)
        self.setMouseTracking(True)
        self.setExpandsOnDoubleClick(False)
        self.setAnimated(False)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._on_clicked)
        self.expanded.connect(self._on_opened)
        self.collapsed.connect(self._on_closed)
        theme().changed.connect(self._repaint)

    @property
    def current(self) -> Offer | None:
        """The offer that Enter would choose."""
        return self._rows.offer(self.currentIndex())

    @property
    def current_note(self) -> str:
        """What is to be said of the current row, in whole sentences."""
        row = self._rows.row_at(self.currentIndex())
        if isinstance(row, Line):
            return row.text
        return row.note if isinstance(row, Offer) else ""

    def show_rows(self, rows: Sequence[Row], wanted: ModelRef | None = None) -> None:
        """Show these, and make `wanted` the current one, else the first that can be chosen."""
        self._is_showing = True
        self._rows.show_rows(rows)
        for index in self._rows.opened_rows(self._opened):
            self.setExpanded(index, True)
        self.setCurrentIndex(self._place_of(wanted))
        self._is_showing = False
        self.current_changed.emit(self.current)

    def close_all(self) -> None:
        """Show no choices until a model is opened again."""
        self._opened.clear()

    def step(self, direction: int) -> None:
        """Make the next (1) or the previous (-1) row that can be chosen the current one."""
        index = self._next(self.currentIndex(), direction)
        if index.isValid():
            self.setCurrentIndex(index)

    def open_current(self, is_open: bool) -> bool:
        """Show or hide the current model's choices; return whether there was anything to do."""
        index = self.currentIndex()
        if not is_open and index.parent().isValid():
            index = index.parent()
            self.setCurrentIndex(index)
        if not self._rows.can_open(index) or self.isExpanded(index) == is_open:
            return False
        self.setExpanded(index, is_open)
        return True

    def choose_current(self) -> None:
        """Choose what is current, or ask again where that is what the row says."""
        self._choose(self.currentIndex())

    def reveal(self) -> None:
        """Scroll to what is current, from the top."""
        self.scrollToTop()
        self.scrollTo(self.currentIndex())

    def wanted_height(self) -> int:
        """Return the height in pixels at which nothing has to scroll."""
        count = self._rows.rowCount()
        for index in self._rows.opened_rows(self._opened):
            count += self._rows.rowCount(index)
        return count * max(self.sizeHintForRow(0), 0) + SPACE_S

    def _place_of(self, wanted: ModelRef | None) -> QModelIndex:
        """Return where a model stands: a row of its own, else a choice of an open one."""
        if wanted is not None:
            for index in self._rows.rows_of(wanted):
                return index
            for parent in self._rows.opened_rows(self._opened & {split_suffix(wanted.name)[0]}):
                for number in range(self._rows.rowCount(parent)):
                    index = self._rows.index(number, 0, parent)
                    offer = self._rows.offer(index)
                    if offer is not None and offer.model == wanted:
                        return index
        first = self._rows.index(0, 0)
        while first.isValid() and self._rows.offer(first) is None:
            first = self.indexBelow(first)
        return first

    def _next(self, index: QModelIndex, direction: int) -> QModelIndex:
        while index.isValid():
            index = self.indexBelow(index) if direction > 0 else self.indexAbove(index)
            if self._rows.flags(index) & Qt.ItemFlag.ItemIsEnabled:
                return index
        return index

    def _choose(self, index: QModelIndex) -> None:
        row = self._rows.row_at(index)
        if isinstance(row, Offer):
            self.chosen.emit(row)
        elif isinstance(row, Line) and row.retry:
            self.retry_requested.emit(row.retry)

    def _on_clicked(self, index: QModelIndex) -> None:
        if self._is_at_arrow and self._rows.can_open(index):
            self.setExpanded(index, not self.isExpanded(index))
        else:
            self._choose(index)

    def _on_opened(self, index: QModelIndex) -> None:
        self._note(index, is_open=True)

    def _on_closed(self, index: QModelIndex) -> None:
        self._note(index, is_open=False)

    def _note(self, index: QModelIndex, *, is_open: bool) -> None:
        offer = self._rows.offer(index)
        if offer is None or self._is_showing:
            return
        (self._opened.add if is_open else self._opened.discard)(offer.model.name)
        self.size_changed.emit()
        last = self._rows.index(self._rows.rowCount(index) - 1, 0, index)
        if is_open and last.isValid():
            self.scrollTo(last)
            self.scrollTo(index)

    def _repaint(self) -> None:
        self.viewport().update()

    # Qt's own names.

    def currentChanged(self, current: QModelIndex, previous: QModelIndex) -> None:  # type: ignore[override]
        super().currentChanged(current, previous)
        if not self._is_showing:
            self.current_changed.emit(self._rows.offer(current))

    def drawBranches(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw none: the row itself has an arrow."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.choose_current()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        right = self.viewport().width() - arrow_room()
        self._is_at_arrow = event.position().x() > right
        super().mouseReleaseEvent(event)
