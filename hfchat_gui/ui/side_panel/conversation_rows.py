"""The conversation list as a model: rows of conversations under the day they belong to.

The order is kept, not made: a conversation that changes costs a copy of the list of references and
a look at its own place, however many there are. Rows are worked out when they are asked for, and
given to the view by the page.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
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
from hfchat_gui.ui.wording import cut

PAGE = 500  # rows that the view gets at once
Index = QModelIndex | QPersistentModelIndex


class RowRole(IntEnum):
    """What the list's delegate asks a row for."""

    ID = Qt.ItemDataRole.UserRole
    IS_HEADING = Qt.ItemDataRole.UserRole + 1
    IS_REPLYING = Qt.ItemDataRole.UserRole + 2
    HAS_DRAFT = Qt.ItemDataRole.UserRole + 3


@dataclass(frozen=True, slots=True)
class Row:
    """A heading (`id` is empty) or a conversation."""

    text: str
    id: str = ""
    is_replying: bool = False


class Grouped:
    """The rows for `summaries`, which come newest first; a value that is never changed.

    Days are those of the calendar where the person is, not spans of 24 hours.
    """

    def __init__(
        self,
        summaries: Sequence[ConversationSummary] = (),
        replying: frozenset[str] = frozenset(),
        today: date = date.min,
    ) -> None:
        self._summaries = list(summaries)
        self._updated = {row.id: row.updated for row in summaries}
        self._replying = replying
        self._headings: list[str] = []
        self._starts: list[int] = []  # the row of each heading
        if summaries:
            self._group(today)

    def with_change(self, summary: ConversationSummary, is_replying: bool, today: date) -> Grouped:
        """Return the rows with this conversation as it is now, whether it is there already."""
        changed = Grouped()
        changed._summaries = self._summaries.copy()
        changed._updated = self._updated | {summary.id: summary.updated}
        others = self._replying - {summary.id}
        changed._replying = others | {summary.id} if is_replying else others
        changed._put(summary, self._place(summary.id))
        changed._group(today)
        return changed

    def without(self, conversation_id: str, today: date) -> Grouped:
        """Return the rows without this conversation."""
        others = [row for row in self._summaries if row.id != conversation_id]
        return Grouped(others, self._replying - {conversation_id}, today)

    def _put(self, summary: ConversationSummary, before: int | None) -> None:
        if before is not None and self._summaries[before].updated == summary.updated:
            self._summaries[before] = summary
            return
        if before is not None:
            del self._summaries[before]
        self._summaries.insert(bisect_left(self._summaries, _age(summary), key=_age), summary)

    def _group(self, today: date) -> None:
        midnight = datetime.combine(today, time())
        yesterday = midnight - timedelta(days=1)
        begins = {"Today": midnight.timestamp(), "Yesterday": yesterday.timestamp()}
        number = 0
        for heading, begin in (*begins.items(), ("Earlier", float("-inf"))):
            end = bisect_right(self._summaries, -begin, lo=number, key=_age)
            if end > number:
                self._starts.append(number + len(self._starts))
                self._headings.append(heading)
                number = end

    def __len__(self) -> int:
        return len(self._summaries) + len(self._headings)

    def __iter__(self) -> Iterator[Row]:
        return (self.row(number) for number in range(len(self)))

    @property
    def headings(self) -> dict[int, str]:
        """The headings by their rows."""
        return dict(zip(self._starts, self._headings, strict=True))

    def row(self, number: int) -> Row:
        """Return the row at this place, from 0 on."""
        group = bisect_right(self._starts, number) - 1
        if self._starts[group] == number:
            return Row(self._headings[group])
        summary = self._summaries[number - group - 1]
        return Row(cut(summary.title), summary.id, summary.id in self._replying)

    def title(self, number: int) -> str:
        """Return the whole title of the conversation in this row, "" for a heading."""
        group = bisect_right(self._starts, number) - 1
        is_heading = self._starts[group] == number
        return "" if is_heading else self._summaries[number - group - 1].title

    def nearest(self, number: int) -> str:
        """Return the conversation in this row, else the one before it, "" where there is none."""
        rows = (self.row(place).id for place in range(min(number, len(self) - 1), -1, -1))
        return next((key for key in rows if key), "") or next(
            (row.id for row in self if row.id), ""
        )

    def number_of(self, conversation_id: str) -> int | None:
        """Return the row of a conversation, None where it has none."""
        place = self._place(conversation_id)
        if place is None:
            return None
        before = [start for number, start in enumerate(self._starts) if start - number <= place]
        return place + len(before)

    def _place(self, conversation_id: str) -> int | None:
        updated = self._updated.get(conversation_id)
        if updated is None:
            return None
        place = bisect_left(self._summaries, -updated, key=_age)
        while self._summaries[place].id != conversation_id:  # several of the same moment
            place += 1
        return place


def _age(row: ConversationSummary) -> float:
    return -row.updated


class ConversationRows(QAbstractListModel):
    """Headings are there to be read only; conversations can be chosen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows = Grouped()
        self._shown = 0
        self._drafted: frozenset[str] = frozenset()

    def show_rows(self, rows: Grouped, seen: int = 0) -> None:
        """Take these rows; all indexes are new ones. The view has looked at `seen` rows so far."""
        self.beginResetModel()
        self._rows = rows
        self._shown = min(len(rows), seen + PAGE)
        self.endResetModel()

    def mark_drafts(self, ids: frozenset[str]) -> None:
        """Show in which conversations something is written and not sent."""
        changed, self._drafted = self._drafted ^ ids, ids
        for conversation_id in changed:
            index = self.shown_index_of(conversation_id)
            if index.isValid():
                self.dataChanged.emit(index, index)

    def show_change(
        self, summary: ConversationSummary, is_replying: bool, today: date, seen: int = 0
    ) -> bool:
        """Show a conversation as it is now; return whether all indexes are new ones.

        They are where it takes another place or brings another heading.
        """
        rows = self._rows.with_change(summary, is_replying, today)
        number = rows.number_of(summary.id)
        before = self._rows.number_of(summary.id)
        if number != before or rows.headings != self._rows.headings:
            self.show_rows(rows, seen)
            return True
        self._rows = rows
        index = self.shown_index_of(summary.id)
        if index.isValid():
            self.dataChanged.emit(index, index)
        return False

    def show_removal(self, conversation_id: str, today: date, seen: int = 0) -> str:
        """Show the rows without a conversation; return the one that has its place now, or ""."""
        number = self._rows.number_of(conversation_id)
        if number is None:
            return ""
        rows = self._rows.without(conversation_id, today)
        self.show_rows(rows, seen)
        return rows.nearest(number)

    def index_of(self, conversation_id: str) -> QModelIndex:
        """Return the conversation's index, invalid if it is not in the list."""
        number = self._rows.number_of(conversation_id)
        while number is not None and number >= self._shown:
            self.fetchMore(QModelIndex())
        return self.shown_index_of(conversation_id)

    def shown_index_of(self, conversation_id: str) -> QModelIndex:
        """Return the conversation's index, invalid if the view has not come to it yet."""
        number = self._rows.number_of(conversation_id)
        if number is None or number >= self._shown:
            return QModelIndex()
        return self.index(number)

    # Qt's own names.

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._shown

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._shown < len(self._rows)

    def fetchMore(self, parent: Index) -> None:
        if not self.canFetchMore(parent):
            return
        last = min(self._shown + PAGE, len(self._rows)) - 1
        self.beginInsertRows(QModelIndex(), self._shown, last)
        self._shown = last + 1
        self.endInsertRows()

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or not self._rows.row(index.row()).id:
            return Qt.ItemFlag.NoItemFlags
        return (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemNeverHasChildren
        )

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows.row(index.row())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return row.text
        if role == Qt.ItemDataRole.EditRole:
            return self._rows.title(index.row())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            states = (row.is_replying, "being answered"), (row.id in self._drafted, "with a draft")
            return ", ".join([row.text, *(words for holds, words in states if holds)])
        if role == RowRole.ID:
            return row.id
        if role == RowRole.IS_HEADING:
            return not row.id
        if role == RowRole.IS_REPLYING:
            return row.is_replying
        if role == RowRole.HAS_DRAFT:
            return row.id in self._drafted
        return None
