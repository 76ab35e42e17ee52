"""How wide the columns of a table are: the same in all of its parts, however many rows come."""

from __future__ import annotations

from itertools import zip_longest

from PySide6.QtGui import QFontMetricsF

from hfchat_gui.markdown.parser import lines_of
from hfchat_gui.ui.transcript.style import Style
from hfchat_gui.ui.transcript.table_source import cells_of, words_in

INSET = 10  # between a column's edge and its text
_STEP = 16  # widths grow by steps, so that few new rows change them
_MOST = 400  # characters of a cell that are looked at


class TableColumns:
    """Reads rows as they become complete; `widths` follow from the longest texts so far."""

    def __init__(self) -> None:
        self.version = 0  # another one whenever the widths can have changed
        self._at = self._lines = 0  # what has been read
        self._texts: list[str] = []  # of each column, the longest cell
        self._words: list[str] = []  # and the longest word
        self._mono: list[bool] = []
        self._count = 0
        self._known: tuple[int, Style] | None = None
        self._widths: list[int] = []

    def read(self, source: str, count: int) -> None:
        """Take what is new in the table's source; `count` is how many columns it has."""
        if count != self._count:
            self._count, self._at, self._lines = count, 0, 0
            self._texts, self._words = [""] * count, [""] * count
            self._mono = [False] * count
            self._changed()
        for line, start, end in lines_of(source, self._at):
            if not source[start:end].endswith(("\n", "\r")):
                break
            if self._lines != 1:  # that is the line of dashes
                self._read_row(line)
            self._at = end
            self._lines += 1

    def widths(self, width: int, style: Style) -> list[int]:
        """Return the widths in a column of text that is so wide; they add up to it."""
        if self._known != (width, style):
            self._known = (width, style)
            self._widths = self._worked_out(width, style)
        return self._widths

    def _read_row(self, line: str) -> None:
        for column, cell in enumerate(cells_of(line)[: self._count]):
            if len(cell) > len(self._texts[column]):
                self._texts[column] = self._longer(words_in(cell[:_MOST]), self._texts[column])
            if max(map(len, cell.split()), default=0) > len(self._words[column]):
                word = max(words_in(cell[:_MOST]).split(), key=len, default="")
                self._words[column] = self._longer(word, self._words[column])
            if "`" in cell and not self._mono[column]:
                self._mono[column] = True
                self._changed()

    def _longer(self, text: str, longest: str) -> str:
        if len(text) <= len(longest):
            return longest
        self._changed()
        return text

    def _changed(self) -> None:
        self.version += 1
        self._known = None

    def _worked_out(self, width: int, style: Style) -> list[int]:
        wanted = [self._room(text, at, style) for at, text in enumerate(self._texts)]
        least = [self._room(word, at, style) for at, word in enumerate(self._words)]
        if sum(wanted) <= width:
            shares = [want + (width - sum(wanted)) / self._count for want in wanted]
        elif sum(least) <= width:
            spare = (width - sum(least)) / (sum(wanted) - sum(least))
            shares = [low + (want - low) * spare for low, want in zip(least, wanted, strict=True)]
        else:
            shares = _fairly_cut(least, width)
        edges = [round(sum(shares[: at + 1])) for at in range(self._count)]
        return [edge - before for before, edge in zip_longest([0, *edges[:-1]], edges)]

    def _room(self, text: str, column: int, style: Style) -> float:
        room = QFontMetricsF(style.strong).horizontalAdvance(text)
        if self._mono[column]:
            room = max(room, QFontMetricsF(style.code).horizontalAdvance(text))
        return -(-(room + 2 * INSET + 1) // _STEP) * _STEP


def _fairly_cut(wanted: list[float], width: float) -> list[float]:
    """Cut the widest columns down to a common width until all fit."""
    left, cap = width, 0.0
    for index, want in enumerate(sorted(wanted)):
        cap = left / (len(wanted) - index)
        if want > cap:
            break
        left -= want
    return [min(want, cap) for want in wanted]
