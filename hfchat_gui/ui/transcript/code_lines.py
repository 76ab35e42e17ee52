"""The lines of a code block: where they start, their colours, and their drawing one by one."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from unicodedata import east_asian_width

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QTextCharFormat, QTextLayout, QTextOption

from hfchat_gui.markdown.code_colours import ColourRole, Run
from hfchat_gui.ui.look.palette import Palette
from hfchat_gui.ui.transcript.style import Style
from hfchat_gui.ui.transcript.utf16 import to_position, to_units

TAB = 4
_LONG = 2000  # characters; of a longer line only what is in view is laid out
# Characters that turn the direction of what follows, so that code reads as what it is not.
_TURNING = dict.fromkeys((*range(8234, 8239), *range(8294, 8298), 8206, 8207, 1564), "�")  # fmt: skip # noqa: E501


class CodeLines:
    """Code cut into lines. `runs` holds each line's colours, in the line's own positions."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.starts = [0]
        self.columns = 0
        self.runs: dict[int, list[Run]] = {}
        self._fresh: dict[int, list[Run]] | None = None
        self._layouts: dict[int, QTextLayout] = {}
        self._read(0)

    def __len__(self) -> int:
        return len(self.starts)

    def show(self, code: str) -> bool:
        """Take other code, at best the same with more at its end; return whether it differs."""
        if code == self.code:
            return False
        grown = code.startswith(self.code)
        since = len(self.starts) - 1 if grown else 0
        self.code = code
        del self.starts[since + 1 :]
        if grown:
            self._layouts.pop(since, None)
        else:
            self.columns = 0
            self.runs.clear()
            self._layouts.clear()
        self._read(since)
        return True

    def line(self, index: int) -> str:
        """Return a line without its end."""
        after = self.starts[index + 1] - 1 if index + 1 < len(self.starts) else len(self.code)
        return self.code[self.starts[index] : after]

    def width_of(self, index: int, style: Style) -> float:
        """Return about how wide a line is."""
        return _columns(self.line(index)) * style.code_char

    def selected_in(self, index: int, selected: tuple[int, int] | None) -> tuple[int, int] | None:
        """Return the part of a selection that lies in a line, in the line's own positions."""
        if selected is None:
            return None
        start = self.starts[index]
        length = len(self.line(index))
        first, last = max(selected[0] - start, 0), min(selected[1] - start, length)
        return (first, last) if first < last else None

    def forget_layouts(self) -> None:
        """Drop the laid out lines."""
        self._layouts.clear()

    # --- colours ---------------------------------------------------------------------------------

    def colour(self, runs: list[Run]) -> None:
        """Add runs that are given in the code's positions."""
        self._put(runs, self.runs)

    def begin_exact(self) -> None:
        """Begin to collect the exact colours; the old ones are shown meanwhile."""
        self._fresh = {}

    def colour_exactly(self, runs: list[Run]) -> None:
        """Add exact runs."""
        if self._fresh is not None:
            self._put(runs, self._fresh)

    def end_exact(self) -> None:
        """Show the exact colours."""
        self.runs, self._fresh = self._fresh or {}, None
        self._layouts.clear()

    def _put(self, runs: list[Run], into: dict[int, list[Run]]) -> None:
        for start, length, role in runs:
            end = start + length
            index = bisect_right(self.starts, start) - 1
            while index < len(self.starts) and self.starts[index] < end:
                line_start = self.starts[index]
                first = max(start - line_start, 0)
                last = min(end - line_start, len(self.line(index)))
                if last > first:
                    into.setdefault(index, []).append(Run(first, last - first, role))
                    self._layouts.pop(index, None)
                index += 1

    # --- layout ----------------------------------------------------------------------------------

    def layout(self, index: int, style: Style) -> QTextLayout:
        """Return a line laid out without wrapping; kept until its text or colours change."""
        found = self._layouts.get(index)
        if found is None:
            found = lay_out(self.line(index), self.runs.get(index, []), style)
            self._layouts[index] = found
        return found

    def _read(self, since: int) -> None:
        lines = self.code[self.starts[since] :].split("\n")
        ends = accumulate((len(line) + 1 for line in lines[:-1]), initial=self.starts[since])
        self.starts[since:] = ends
        self.columns = max(self.columns, *map(_columns, lines), 0)


def lay_out(line: str, runs: list[Run], style: Style) -> QTextLayout:
    """Lay one line out from left to right, with marks for characters that would turn it."""
    layout = QTextLayout(line.translate(_TURNING), style.code)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    option.setTabStopDistance(TAB * style.code_char)
    layout.setTextOption(option)
    layout.setFormats([_coloured(run, line, style.palette) for run in runs])
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return layout


def paint_line(
    painter: QPainter,
    lines: CodeLines,
    index: int,
    style: Style,
    *,
    seen: tuple[float, float],
    selected: tuple[int, int] | None,
) -> None:
    """Draw a line; `seen` is from where, and how much, of its width is in view."""
    line = lines.line(index)
    top = index * style.code_line + style.code_ascent
    left, skipped = 0.0, 0
    if len(line) > _LONG:
        skipped = max(0, int(seen[0] / style.code_char) - 1)
        left = skipped * style.code_char
        line = line[skipped : skipped + int(seen[1] / style.code_char) + 3]
        layout = lay_out(line, [], style)
    else:
        layout = lines.layout(index, style)
    ranges = []
    if selected:
        ranges.append(_selection(selected[0] - skipped, selected[1] - skipped, line, style))
    origin = QPointF(left, top - layout.lineAt(0).ascent())
    layout.draw(painter, origin, ranges)


def position_in_line(lines: CodeLines, index: int, x: float, style: Style) -> int:
    """Return the position in a line that is nearest to `x`."""
    line = lines.line(index)
    if len(line) > _LONG:
        return min(len(line), max(0, round(x / style.code_char)))
    return to_position(line, lines.layout(index, style).lineAt(0).xToCursor(x))


def _selection(start: int, end: int, line: str, style: Style) -> QTextLayout.FormatRange:
    look = QTextCharFormat()
    look.setBackground(style.palette.selection)
    return _range(line, max(0, start), max(0, start, min(end, len(line))), look)


def _coloured(run: Run, line: str, palette: Palette) -> QTextLayout.FormatRange:
    look = QTextCharFormat()
    look.setForeground(_colour_of(run.role, palette))
    return _range(line, run.start, run.start + run.length, look)


def _range(line: str, start: int, end: int, look: QTextCharFormat) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start = to_units(line, start)
    found.length = to_units(line, end) - found.start
    found.format = look
    return found


def _colour_of(role: ColourRole, palette: Palette) -> QColor:
    return {
        ColourRole.KEYWORD: palette.code_keyword,
        ColourRole.NAME: palette.code_name,
        ColourRole.TYPE: palette.code_type,
        ColourRole.STRING: palette.code_string,
        ColourRole.NUMBER: palette.code_number,
        ColourRole.COMMENT: palette.code_comment,
        ColourRole.OPERATOR: palette.code_operator,
    }[role]


def _columns(line: str) -> int:
    if line.isascii():
        return len(line) + line.count("\t") * (TAB - 1) if "\t" in line else len(line)
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in line)
