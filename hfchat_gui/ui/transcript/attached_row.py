"""The row that stands for an attached text: what it is and how long, to open and to copy."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from hfchat_gui.conversation.characters import printable
from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.ui.attached_wording import measure_of, name_of
from hfchat_gui.ui.look.icons import paint_icon
from hfchat_gui.ui.look.palette import RADIUS_CONTROL, SPACE_M, SPACE_S, SPACE_XS
from hfchat_gui.ui.transcript.controls import Control, ControlKind, paint_control, paint_ring
from hfchat_gui.ui.transcript.piece import Canvas, Piece
from hfchat_gui.ui.transcript.style import Style

_LEAST_NAME = 40  # pixels


class AttachedRow(Piece):
    """Shows the name and size of `part`, which is at this place among those of its turn."""

    gap = SPACE_S

    def __init__(self, part: AttachedText, place: int, *, is_open: bool) -> None:
        super().__init__()
        self.is_open = is_open
        self._part = part
        self._name, self._size = printable(name_of(part)), measure_of(part)
        self._shown_name, self._shown_size = self._name, self._size
        self._icon = "file-text" if part.name else "clipboard"
        verb = "Hide" if is_open else "Show"
        self._fold = Control(ControlKind.ATTACHED, f"{verb} {self._name}, {self._size}", part=place)
        self._copy = Control(
            ControlKind.COPY_ATTACHED, f"Copy {self._name}", icon="copy", part=place
        )
        self._width = 0.0
        self._name_width = 0.0

    def turned(self, *, is_open: bool) -> AttachedRow:
        """Return the row of the same text, opened or closed."""
        return AttachedRow(self._part, self._fold.part, is_open=is_open)

    @property
    def ideal_width(self) -> float:
        return self._width

    def estimate(self, width: int, style: Style) -> int:
        return style.button + SPACE_S

    def measure(self, width: int, style: Style) -> None:
        self.height = self.estimate(width, style)
        side = self.height - 2.0 * SPACE_XS
        around = 2 * (style.icon + SPACE_S) + 2 * SPACE_M + SPACE_S + side
        words = self._fit_words(width - around, QFontMetricsF(style.small))
        self._width = min(float(width), around + words + 1)
        copy = QRectF(self._width - side - SPACE_XS, SPACE_XS, side, side)
        self._copy = replace(self._copy, rect=copy)
        fold = QRectF(0, 0, copy.left() - SPACE_XS, self.height)
        self._fold = replace(self._fold, rect=fold)
        self.is_measured = True

    def _fit_words(self, room: float, metrics: QFontMetricsF) -> float:
        """Leave out the lines, and then part of the name, if need be; return the words' width."""
        wanted = metrics.horizontalAdvance(self._name) + 1
        fits = wanted + metrics.horizontalAdvance(self._size) <= room
        self._shown_size = self._size if fits else self._size.partition(" · ")[0]
        size_width = metrics.horizontalAdvance(self._shown_size)
        room = max(_LEAST_NAME, min(wanted, room - size_width))
        self._shown_name = metrics.elidedText(self._name, Qt.TextElideMode.ElideMiddle, room)
        self._name_width = metrics.horizontalAdvance(self._shown_name)
        return self._name_width + size_width

    def controls(self) -> list[Control]:
        return [self._fold, self._copy]

    def paint(self, canvas: Canvas) -> None:
        painter, palette = canvas.painter, canvas.style.palette
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_hovered = self._fold.is_same(canvas.hovered)
        painter.setPen(QPen(palette.control_border, 1))
        painter.setBrush(palette.hover if is_hovered else palette.window)
        edge = QRectF(0.5, 0.5, self._width - 1, self.height - 1)
        painter.drawRoundedRect(edge, RADIUS_CONTROL, RADIUS_CONTROL)
        self._paint_words(painter, canvas.style)
        if self._fold.is_same(canvas.focused) and self._fold.rect is not None:
            paint_ring(painter, self._fold.rect, canvas.style)
        hovered, focused = (self._copy.is_same(on) for on in (canvas.hovered, canvas.focused))
        paint_control(painter, self._copy, canvas.style, hovered=hovered, focused=focused)

    def _paint_words(self, painter: QPainter, style: Style) -> None:
        palette, side = style.palette, style.icon
        top = (self.height - side) / 2
        at = float(SPACE_S)
        for icon in ("chevron-down" if self.is_open else "chevron-right", self._icon):
            paint_icon(painter, icon, QRectF(at, top, side, side), palette.text_secondary)
            at += side + (SPACE_XS if at == SPACE_S else SPACE_S)
        painter.setFont(style.small)
        words = ((self._shown_name, palette.text), (self._shown_size, palette.text_secondary))
        for text, colour in words:
            painter.setPen(colour)
            box = QRectF(QPointF(at, 0), QPointF(self._width, self.height))
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, text)
            at += self._name_width + SPACE_M
