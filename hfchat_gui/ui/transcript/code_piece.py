"""A code block: a header with language and Copy, lines that never wrap, colours as they settle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath

from hfchat_gui.markdown.code_colours import CodeColours, Run
from hfchat_gui.ui.look.palette import RADIUS_CARD, SPACE_M, SPACE_S, SPACE_XS
from hfchat_gui.ui.transcript.code_lines import CodeLines, paint_line, position_in_line
from hfchat_gui.ui.transcript.controls import Control, ControlKind, control_width
from hfchat_gui.ui.transcript.piece import Canvas, Piece, caret_after
from hfchat_gui.ui.transcript.plain_body import report
from hfchat_gui.ui.transcript.style import Style

_BAR = 6  # height of the bar that shows how far sideways the code is


class CodePiece(Piece):
    """Shows `code`; `part` tells the code blocks of one turn apart."""

    gap = SPACE_M

    def __init__(self, language: str, code: str, part: int, *, is_closed: bool) -> None:
        super().__init__()
        self.language = language
        self.part = part
        self._lines = CodeLines(code)
        self._colours = CodeColours(language)
        self._exact: Iterator[list[Run]] | None = None
        self._is_closed = is_closed
        self._is_exact = False
        self._aside = 0.0
        self._width = 0
        self._head = 0
        self._style: Style | None = None

    def show(self, language: str, code: str, *, is_closed: bool) -> bool:
        """Show grown or other code; return whether anything is different."""
        if language != self.language:
            self.language = language
            self._colours = CodeColours(language)
            self._lines.runs.clear()
        changed = self._lines.show(code)
        if changed or is_closed != self._is_closed:
            self._is_exact, self._exact = False, None
        self._is_closed = is_closed
        self.is_measured = self.is_measured and not changed
        return changed

    @property
    def code(self) -> str:
        """The code as it was written."""
        return self._lines.code

    # --- size ------------------------------------------------------------------------------------

    def estimate(self, width: int, style: Style) -> int:
        return self._head_height(style) + len(self._lines) * style.code_line + 2 * SPACE_M

    def measure(self, width: int, style: Style) -> None:
        self._width, self._style = width, style
        self._head = self._head_height(style)
        self.height = self.estimate(width, style)
        if not self._is_closed:
            self._colour_lines()
        self._aside = max(0.0, min(self._aside, self._overhang()))
        self.is_measured = True

    def release(self) -> None:
        self._lines.forget_layouts()

    def _head_height(self, style: Style) -> int:
        return style.button + SPACE_XS

    def _inner_width(self) -> float:
        return self._width - 2.0 * SPACE_M

    def _overhang(self) -> float:
        """Return how much wider the longest line is than the block."""
        if self._style is None:
            return 0.0
        return max(0.0, self._lines.columns * self._style.code_char - self._inner_width())

    def scroll_sideways(self, delta: float) -> bool:
        before = self._aside
        self._aside = max(0.0, min(self._aside + delta, self._overhang()))
        return self._aside != before

    # --- colours ---------------------------------------------------------------------------------

    def _colour_lines(self) -> None:
        try:
            self._lines.colour(self._colours.grow(self.code))
        except Exception as error:  # noqa: BLE001 - reported; code can do without its colours
            report(error)
            self._colours = CodeColours("")

    @property
    def wants_colours(self) -> bool:
        """Whether the code is complete and has not got its exact colours."""
        return self._is_closed and not self._is_exact

    def colour_more(self) -> bool:
        """Colour some more of a complete block; return whether there is more to do."""
        if not self.wants_colours:
            return False
        if self._exact is None:
            self._exact = self._colours.whole(self.code)
            self._lines.begin_exact()
        try:
            helping = next(self._exact, None)
        except Exception as error:  # noqa: BLE001 - reported; code can do without its colours
            report(error)
            helping = None
        if helping is None:
            self._is_exact, self._exact = True, None
            self._lines.end_exact()
            return False
        self._lines.colour_exactly(helping)
        return True

    # --- painting --------------------------------------------------------------------------------

    def controls(self) -> list[Control]:
        if self._style is None:
            return []
        width = control_width("Copy", "copy", self._style)
        height = self._style.button
        rect = QRectF(self._width - width - SPACE_XS, (self._head - height) / 2, width, height)
        return [replace(control, rect=rect) for control in self.offered()]

    def offered(self) -> list[Control]:
        what = f"Copy the {self.language} code" if self.language else "Copy the code"
        return [Control(ControlKind.COPY_CODE, what, "Copy", "copy", part=self.part)]

    def paint(self, canvas: Canvas) -> None:
        painter, style = canvas.painter, canvas.style
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        ground = QPainterPath()
        ground.addRoundedRect(QRectF(0, 0, self._width, self.height), RADIUS_CARD, RADIUS_CARD)
        painter.fillPath(ground, style.palette.card)
        painter.fillRect(QRectF(0, self._head, self._width, 1), style.palette.hairline)
        painter.setFont(style.small)
        painter.setPen(style.palette.text_secondary)
        title = QRectF(SPACE_M, 0, self._width / 2, self._head)
        painter.drawText(title, Qt.AlignmentFlag.AlignVCenter, self.language or "code")
        canvas.paint_controls(self.controls())
        self._paint_lines(canvas)
        self._paint_bar(canvas)

    def _paint_lines(self, canvas: Canvas) -> None:
        painter, style = canvas.painter, canvas.style
        top = self._head + SPACE_M
        first = max(0, int((canvas.clip.top() - top) // style.code_line))
        last = min(len(self._lines) - 1, int((canvas.clip.bottom() - top) // style.code_line))
        painter.save()
        inside = QRectF(SPACE_S, self._head + 1, self._width - 2 * SPACE_S, self.height)
        painter.setClipRect(inside, Qt.ClipOperation.IntersectClip)
        painter.translate(SPACE_M - self._aside, top)
        painter.setPen(style.palette.text)
        seen = (self._aside, self._inner_width())
        for index in range(first, last + 1):
            selected = self._lines.selected_in(index, canvas.selected)
            paint_line(painter, self._lines, index, style, seen=seen, selected=selected)
        painter.restore()

    def _paint_bar(self, canvas: Canvas) -> None:
        overhang = self._overhang()
        if not overhang:
            return
        room = self._inner_width()
        width = max(24.0, room * room / (room + overhang))
        left = SPACE_M + (room - width) * self._aside / overhang
        bar = QRectF(left, self.height - _BAR - 2, width, _BAR - 2)
        canvas.painter.setPen(Qt.PenStyle.NoPen)
        canvas.painter.setBrush(canvas.style.palette.control_border)
        canvas.painter.drawRoundedRect(bar, 2, 2)

    # --- text ------------------------------------------------------------------------------------

    @property
    def length(self) -> int:
        return len(self.code)

    def text(self, start: int, end: int) -> str:
        return self.code[start:end]

    def position_at(self, point: QPointF) -> int:
        if self._style is None:
            return 0
        row = int((point.y() - self._head - SPACE_M) // self._style.code_line)
        if row < 0:
            return 0
        if row >= len(self._lines):
            return self.length
        x = point.x() - SPACE_M + self._aside
        return self._lines.starts[row] + position_in_line(self._lines, row, x, self._style)

    def word_at(self, position: int) -> tuple[int, int]:
        code = self.code
        start = end = position
        while start > 0 and _is_word(code[start - 1]):
            start -= 1
        while end < len(code) and _is_word(code[end]):
            end += 1
        return start, end

    def end_point(self) -> QRectF | None:
        if self._style is None:
            return None
        row = len(self._lines) - 1
        x = SPACE_M - self._aside + self._lines.width_of(row, self._style)
        top = self._head + SPACE_M + row * self._style.code_line
        end = QRectF(min(x, self._width - SPACE_M), top, 0, self._style.code_line)
        return caret_after(end)


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"
