"""The picker's list as a tree: places, models below their headings, and the choices of a model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from hfchat_gui.conversation.model_ref import ModelRef
from hfchat_gui.ui.model_picker.choices import choices, count_choices
from hfchat_gui.ui.model_picker.offers import Heading, Line, Offer, Row

Index = QModelIndex | QPersistentModelIndex

_MAY_OPEN = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_LEAF = _MAY_OPEN | Qt.ItemFlag.ItemNeverHasChildren


class OfferRole(IntEnum):
    """What the delegate asks a row for."""

    ROW = Qt.ItemDataRole.UserRole


class OfferRows(QAbstractItemModel):
    """One level of rows; below a router's model the ways in which its provider is found.

    The internal id of a choice is the number of its model's row plus one; that of a row is 0.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()
        self._choices: dict[int, tuple[Offer, ...]] = {}

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Take these rows."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self._choices = {}
        self.endResetModel()

    def row_at(self, index: Index) -> Row | None:
        """Return what stands there, None for no row."""
        if not index.isValid():
            return None
        parent = index.internalId()
        return self._choices_of(parent - 1)[index.row()] if parent else self._rows[index.row()]

    def offer(self, index: Index) -> Offer | None:
        """Return the model to choose there, None for anything else."""
        row = self.row_at(index)
        return row if isinstance(row, Offer) else None

    def can_open(self, index: Index) -> bool:
        """Whether the model there has choices."""
        offer = self.offer(index)
        return offer is not None and offer.info is not None

    def rows_of(self, model: ModelRef) -> Iterator[QModelIndex]:
        """Yield the rows in which this very model is offered."""
        for number, row in enumerate(self._rows):
            if isinstance(row, Offer) and row.model == model:
                yield self.index(number, 0)

    def opened_rows(self, names: set[str]) -> Iterator[QModelIndex]:
        """Yield the rows of the models of these names that have choices."""
        for number, row in enumerate(self._rows):
            if isinstance(row, Offer) and row.info is not None and row.model.name in names:
                yield self.index(number, 0)

    def _choices_of(self, number: int) -> tuple[Offer, ...]:
        if number not in self._choices:
            row = self._rows[number]
            info = row.info if isinstance(row, Offer) else None
            self._choices[number] = choices(info) if info is not None else ()
        return self._choices[number]

    # Qt's own names.

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if column != 0 or not 0 <= row < self.rowCount(parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        number = index.internalId() if index.isValid() else 0
        return self.createIndex(number - 1, 0, 0) if number else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            return len(self._rows)
        row = self._rows[parent.row()] if not parent.internalId() else None
        if parent.column() != 0 or not isinstance(row, Offer) or row.info is None:
            return 0
        return count_choices(row.info)

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008
        return self.rowCount(parent) > 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 1

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.row_at(index)
        if isinstance(row, Offer):
            return _MAY_OPEN if row.info is not None else _LEAF
        return _LEAF if isinstance(row, Line) and row.retry else Qt.ItemFlag.NoItemFlags

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Name the one column: it is not drawn, but a screen reader may say it."""
        return "Model" if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        if role == OfferRole.ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title if isinstance(row, Offer) else row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return _heard(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return _tip(row)
        return None


def _heard(row: Row) -> str:
    if isinstance(row, Heading):
        return f"{row.text}, {row.place}" if row.place else row.text
    if isinstance(row, Line):
        return f"{row.text} Try again" if row.retry else row.text
    return f"{row.title}, {row.spoken}" if row.spoken else row.title


def _tip(row: Row) -> str | None:
    if isinstance(row, Heading):
        return None
    if isinstance(row, Line):
        return row.text
    how = "\nRight arrow: choose how its provider is found" if row.info is not None else ""
    return "\n".join(part for part in (row.model.name, row.spoken) if part) + how
