"""The conversation list as a model: rows of conversations under the day they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from hfchat_gui.conversation.records import ConversationSummary

Index = QModelIndex | QPersistentModelIndex


class RowRole(IntEnum):
    """What the list's delegate asks a row for."""

    ID = Qt.ItemDataRole.UserRole
    IS_HEADING = Qt.ItemDataRole.UserRole + 1
    IS_REPLYING = Qt.ItemDataRole.UserRole + 2


@dataclass(frozen=True, slots=True)
class Row:
    """A heading (`id` is empty) or a conversation."""

    text: str
    id: str = ""
    is_replying: bool = False


def grouped(
    summaries: Sequence[ConversationSummary], replying: frozenset[str], today: date
) -> list[Row]:
    """Return the rows for `summaries`, which come newest first; local days, not 24 hours."""
    rows: list[Row] = []
    last = ""
    for summary in summaries:
        heading = _heading(datetime.fromtimestamp(summary.updated).date(), today)  # noqa: DTZ006
        if heading != last:
            rows.append(Row(heading))
            last = heading
        rows.append(Row(summary.title, summary.id, summary.id in replying))
    return rows


def _heading(day: date, today: date) -> str:
    if day >= today:
        return "Today"
    return "Yesterday" if day == today - timedelta(days=1) else "Earlier"


class ConversationRows(QAbstractListModel):
    """Headings are there to be read only; conversations can be chosen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []

    def show_rows(self, rows: list[Row]) -> bool:
        """Take these rows; return whether all indexes are new ones."""
        old, self._rows = self._rows, rows
        if [row.id for row in old] == [row.id for row in rows]:
            self._tell_changes(old)
            return False
        self._rows = old
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()
        return True

    def index_of(self, conversation_id: str) -> QModelIndex:
        """Return the conversation's index, invalid if it is not in the list."""
        for number, row in enumerate(self._rows):
            if row.id == conversation_id and row.id:
                return self.index(number)
        return QModelIndex()

    def _tell_changes(self, old: list[Row]) -> None:
        for number, (before, now) in enumerate(zip(old, self._rows, strict=True)):
            if before != now:
                self.dataChanged.emit(self.index(number), self.index(number))

    # Qt's own names.

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or not self._rows[index.row()].id:
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
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.text}, being answered" if row.is_replying else row.text
        if role == RowRole.ID:
            return row.id
        if role == RowRole.IS_HEADING:
            return not row.id
        if role == RowRole.IS_REPLYING:
            return row.is_replying
        return None
