"""The picker's list: offers under the name of the place where they run."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from hfchat_gui.ui.model_picker.offers import GROUPS, Offer

Index = QModelIndex | QPersistentModelIndex


class OfferRole(IntEnum):
    """What the delegate asks a row for."""

    OFFER = Qt.ItemDataRole.UserRole


class OfferRows(QAbstractListModel):
    """Rows are headings (text) and offers."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[str | Offer] = []

    def show_offers(self, offers: tuple[Offer, ...]) -> None:
        """Take these offers, which come in the order of their groups."""
        self.beginResetModel()
        self._rows = []
        for offer in offers:
            heading = GROUPS[offer.model.source]
            if heading not in self._rows:
                self._rows.append(heading)
            self._rows.append(offer)
        self.endResetModel()

    def offer(self, index: Index) -> Offer | None:
        """Return the offer in this row, None for a heading or no row."""
        row = self._rows[index.row()] if index.isValid() else None
        return row if isinstance(row, Offer) else None

    def next_offer(self, start: int, step: int) -> QModelIndex:
        """Return the nearest row with an offer from `start` on, going by `step`; or none."""
        number = start
        while 0 <= number < len(self._rows):
            if isinstance(self._rows[number], Offer):
                return self.index(number)
            number += step
        return QModelIndex()

    # Qt's own names.

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.offer(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemNeverHasChildren
        )

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == OfferRole.OFFER:
            return row if isinstance(row, Offer) else None
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title if isinstance(row, Offer) else row
        if role == Qt.ItemDataRole.AccessibleTextRole and isinstance(row, Offer):
            return f"{row.title}, {row.hint}" if row.hint else row.title
        return None
