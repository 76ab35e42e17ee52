"""Draws the picker's rows, and moves through them while the cursor stays in the filter."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from hfchat_gui.ui.conversation_list import paint_row_background
from hfchat_gui.ui.fonts import small_font
from hfchat_gui.ui.icons import paint_icon
from hfchat_gui.ui.model_picker.offer_rows import Index, OfferRole, OfferRows
from hfchat_gui.ui.model_picker.offers import Offer
from hfchat_gui.ui.palette import ICON_SIZE, SPACE_L, SPACE_M, SPACE_S
from hfchat_gui.ui.theme import theme
from hfchat_gui.ui.wording import SOURCE_ICONS


class OfferList(QListView):
    """Announces which offer is current, and which one is chosen."""

    current_changed = Signal(object)  # Offer or None
    chosen = Signal(object)  # Offer

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = OfferRows(self)
        self.setModel(self._rows)
        self.setItemDelegate(_Delegate(self))
        self.setAccessibleName("Models")
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        self.clicked.connect(self._choose)
        theme().changed.connect(self._repaint)

    @property
    def current(self) -> Offer | None:
        """The offer that Enter would choose."""
        return self._rows.offer(self.currentIndex())

    def show_offers(self, offers: tuple[Offer, ...], current: Offer | None = None) -> None:
        """Show these and make `current` the current one, else the first."""
        self._rows.show_offers(offers)
        index = self._rows.next_offer(0, 1)
        if current in offers:
            while index.isValid() and self._rows.offer(index) != current:
                index = self._rows.next_offer(index.row() + 1, 1)
        self.setCurrentIndex(index)
        self.current_changed.emit(self.current)

    def move(self, step: int) -> None:  # type: ignore[override]
        """Make the next (1) or the previous (-1) offer the current one."""
        index = self._rows.next_offer(self.currentIndex().row() + step, step)
        if index.isValid():
            self.setCurrentIndex(index)

    def choose_current(self) -> None:
        """Choose what is current."""
        self._choose(self.currentIndex())

    def wanted_height(self) -> int:
        """Return the height in pixels at which nothing has to scroll."""
        return self._rows.rowCount() * max(self.sizeHintForRow(0), 0) + SPACE_S

    def _repaint(self) -> None:
        self.viewport().update()

    def _choose(self, index: QModelIndex) -> None:
        offer = self._rows.offer(index)
        if offer is not None:
            self.chosen.emit(offer)

    def _on_current_changed(self, index: QModelIndex, _previous: QModelIndex) -> None:
        self.current_changed.emit(self._rows.offer(index))

    # Qt's own names.

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.choose_current()
        else:
            super().keyPressEvent(event)


class _Delegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, option.fontMetrics.height() + SPACE_L)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        offer = index.data(OfferRole.OFFER)
        if isinstance(offer, Offer):
            _paint_offer(painter, option, offer)
        else:
            painter.setFont(small_font())
            painter.setPen(theme().palette.text_secondary)
            flags = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft
            line = option.rect.adjusted(SPACE_S, 0, -SPACE_S, -SPACE_S // 2)
            painter.drawText(line, int(flags), str(index.data()))
        painter.restore()


def _paint_offer(painter: QPainter, option: QStyleOptionViewItem, offer: Offer) -> None:
    palette = theme().palette
    rect: QRect = option.rect
    paint_row_background(painter, QRectF(rect), option.state & ~QStyle.StateFlag.State_HasFocus)
    middle = rect.center().y() - ICON_SIZE / 2 + 1
    mark = QRectF(rect.left() + SPACE_S, middle, ICON_SIZE, ICON_SIZE)
    paint_icon(painter, SOURCE_ICONS[offer.model.source], mark, palette.text_secondary)
    line = rect.adjusted(2 * SPACE_S + ICON_SIZE + 2, 0, -SPACE_S, 0)
    right = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
    left = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
    title_width = option.fontMetrics.horizontalAdvance(offer.title)
    painter.setFont(small_font())
    painter.setPen(palette.text_secondary)
    room = max(line.width() // 3, line.width() - title_width - SPACE_M)
    hint = painter.fontMetrics().elidedText(offer.hint, Qt.TextElideMode.ElideMiddle, room)
    painter.drawText(line, right, hint)
    taken = painter.fontMetrics().horizontalAdvance(hint) + SPACE_M
    painter.setFont(option.font)
    painter.setPen(palette.text)
    title = option.fontMetrics.elidedText(
        offer.title, Qt.TextElideMode.ElideMiddle, line.width() - taken
    )
    painter.drawText(line, left, title)
