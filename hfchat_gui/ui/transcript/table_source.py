"""What the source of a table says about its columns: how many, and how much is in each."""

from __future__ import annotations

import re
from dataclasses import dataclass

from PySide6.QtCore import Qt

from hfchat_gui.markdown.parser import lines_of

_CELLS = 15  # cells that are laid out together: what one step may take
_RIGHT = Qt.AlignmentFlag.AlignRight
_BORDER = re.compile(r"(?<!\\)\|")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_MARKS = str.maketrans("", "", "*_~`\\")


@dataclass(frozen=True, slots=True)
class TableHead:
    """The first two lines of a table."""

    names: str
    ruler: str  # the line of dashes, with its alignments

    @classmethod
    def of(cls, source: str) -> TableHead:
        """Read a table's head."""
        lines = lines_of(source)
        return cls(next(lines)[0], next(lines, ("",))[0])

    @property
    def columns(self) -> int:
        """How many columns the table has."""
        return len(cells_of(self.ruler))

    @property
    def alignments(self) -> dict[int, Qt.AlignmentFlag]:
        """How the columns are aligned that are not so from the left."""
        found = {}
        for column, cell in enumerate(map(str.strip, cells_of(self.ruler))):
            if cell.endswith(":"):
                is_centred = cell.startswith(":")
                found[column] = Qt.AlignmentFlag.AlignHCenter if is_centred else _RIGHT
        return found

    @property
    def rows_a_part(self) -> int:
        """How many rows are drawn together."""
        return max(1, _CELLS // self.columns)

    @property
    def nameless(self) -> str:
        """A head with empty names, under which later rows can be read by themselves."""
        return f"{'|' * (self.columns + 1)}\n{self.ruler}\n"


def cells_of(line: str) -> list[str]:
    """Return the cells of a row as they are written."""
    row = line.strip().removeprefix("|")
    cells = _BORDER.split(row) if "\\" in row else row.split("|")
    if len(cells) > 1 and not cells[-1].strip():
        cells.pop()
    return cells


def words_in(cell: str) -> str:
    """Return about what a cell shows: no marks, no addresses."""
    if "](" in cell:
        cell = _LINK.sub(r"\1", cell)
    return cell.translate(_MARKS).strip()
