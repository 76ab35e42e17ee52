"""Draws the turns that a region of the window shows."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from hfchat_gui.ui.look.icons import paint_icon
from hfchat_gui.ui.look.palette import RADIUS_CARD
from hfchat_gui.ui.transcript.column import Column
from hfchat_gui.ui.transcript.controls import Control, paint_control
from hfchat_gui.ui.transcript.piece import Canvas
from hfchat_gui.ui.transcript.selection import Selection
from hfchat_gui.ui.transcript.sent_line import paint_sent_line
from hfchat_gui.ui.transcript.style import Style
from hfchat_gui.ui.transcript.turn_view import TurnView


@dataclass(slots=True)
class Highlights:
    """What the pointer is over and what the keyboard is on: a turn and one of its controls."""

    hovered_turn: int | None = None
    hovered: Control | None = None
    focused_turn: int | None = None
    focused: Control | None = None

    def clear(self) -> None:
        """Be over and on nothing."""
        self.hovered_turn = self.hovered = self.focused_turn = self.focused = None

    def in_turn(self, turn: int) -> tuple[Control | None, Control | None]:
        """Return the hovered and the focused control of a turn."""
        return (
            self.hovered if turn == self.hovered_turn else None,
            self.focused if turn == self.focused_turn else None,
        )


class Painter:
    """Paints a column, with its selection and highlights."""

    def __init__(self, column: Column, selection: Selection, highlights: Highlights) -> None:
        self._column = column
        self._selection = selection
        self._highlights = highlights

    def paint(self, painter: QPainter, left: int, region: QRectF) -> None:
        """Draw what lies in `region`; the painter's origin is the column's top in the window."""
        for index, view in self._column.between(region.top(), region.bottom()):
            top = self._column.top(index)
            painter.save()
            painter.translate(left, top)
            self._paint_turn(painter, index, view, region.translated(-left, -top))
            painter.restore()

    def _paint_turn(self, painter: QPainter, turn: int, view: TurnView, region: QRectF) -> None:
        style = self._column.style
        if view.above and region.top() < view.above:
            hovered, focused = self._highlights.in_turn(turn)
            paint_sent_line(painter, view.width, style, hovered=hovered, focused=focused)
        if view.is_card:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(style.palette.card)
            painter.drawRoundedRect(view.card, RADIUS_CARD, RADIUS_CARD)
        for index in range(view.piece_at(region.top()), len(view.pieces)):
            if view.tops[index] > region.bottom():
                break
            self._paint_piece(painter, turn, view, index, region)
        if region.bottom() > view.height - style.foot:
            self._paint_foot(painter, turn, view)
        if view.caret_piece is not None:
            self._paint_caret(painter, view, view.caret_piece)

    def _paint_piece(
        self, painter: QPainter, turn: int, view: TurnView, index: int, region: QRectF
    ) -> None:
        piece = view.pieces[index]
        if not piece.is_measured or view.tops[index] + piece.height <= region.top():
            return
        hovered, focused = self._highlights.in_turn(turn)
        painter.save()
        painter.translate(view.inset, view.tops[index])
        canvas = Canvas(
            painter,
            self._column.style,
            region.translated(-view.inset, -view.tops[index]),
            self._selection.range_in(turn, index, piece.length),
            hovered,
            focused,
        )
        piece.paint(canvas)
        painter.restore()

    def _paint_foot(self, painter: QPainter, turn: int, view: TurnView) -> None:
        """Draw which version is shown, and the turn's own controls where they are wanted."""
        shows_commands = self._shows_commands(turn, view)
        if not shows_commands and view.standing.versions == 1:
            return
        style, foot = self._column.style, view.foot
        if foot.label:
            painter.setFont(style.small)
            painter.setPen(style.palette.text_secondary)
            painter.drawText(foot.label_rect, Qt.AlignmentFlag.AlignCenter, foot.label)
        for arrow in foot.dead_ends:
            _paint_dead_end(painter, arrow, style)
        hovered, focused = self._highlights.in_turn(turn)
        for control in (*foot.versions, *(foot.commands if shows_commands else ())):
            paint_control(
                painter,
                control,
                style,
                hovered=control.is_same(hovered),
                focused=control.is_same(focused),
            )

    def _shows_commands(self, turn: int, view: TurnView) -> bool:
        """Whether the pointer or the keyboard is on the turn, or it is the last reply."""
        if turn in (self._highlights.hovered_turn, self._highlights.focused_turn):
            return True
        is_last_reply = view.standing.is_last and not view.is_card
        return is_last_reply and not view.message.state.is_open

    def _paint_caret(self, painter: QPainter, view: TurnView, last: int) -> None:
        spot = view.pieces[last].end_point()
        if spot is None:
            return
        height = min(spot.height() * 0.62, 20.0)
        middle = spot.top() + spot.height() * 0.64
        caret = QRectF(spot.left(), middle - height / 2, spot.width(), height)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        colour = self._column.style.palette.accent
        painter.setBrush(colour)
        painter.setOpacity(0.8)
        painter.drawRoundedRect(caret.translated(view.inset, view.tops[last]), 1.5, 1.5)
        painter.setOpacity(1.0)


def _paint_dead_end(painter: QPainter, arrow: Control, style: Style) -> None:
    """Draw an arrow that leads nowhere: it keeps its place, and is hardly seen."""
    if arrow.rect is not None:
        box = QRectF(0, 0, style.icon, style.icon)
        box.moveCenter(arrow.rect.center())
        paint_icon(painter, arrow.icon, box, style.palette.hairline)
