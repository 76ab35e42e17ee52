"""What is under a point of the window: a turn, a control, a link, a text position."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF

from hfchat_gui.ui.transcript.column import Column
from hfchat_gui.ui.transcript.controls import Control
from hfchat_gui.ui.transcript.piece import Piece
from hfchat_gui.ui.transcript.selection import Place

_NOWHERE = Place(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Spot:
    """What was found; `turn` is None between and beside the turns."""

    turn: int | None = None
    control: Control | None = None
    piece: Piece | None = None
    link: str = ""
    is_text: bool = False
    place: Place = _NOWHERE


def spot_at(column: Column, point: QPointF) -> Spot:
    """Return what is at a point in the column's coordinates."""
    if not len(column):
        return Spot()
    turn = column.index_at(point.y())
    view = column.view(turn)
    inside = QPointF(point.x(), point.y() - column.top(turn))
    if not view.pieces:
        return Spot(turn, place=Place(turn, 0, 0))
    index = view.piece_at(inside.y())
    piece = view.pieces[index]
    at = inside - QPointF(view.inset, view.tops[index])
    control = next((each.control for each in view.controls() if each.rect.contains(inside)), None)
    is_inside = 0 <= inside.y() <= view.height and 0 <= inside.x() <= column.width
    place = Place(turn, index, piece.position_at(at))
    is_over = 0 <= at.y() < piece.height and at.x() >= 0
    link = piece.link_at(at) if is_over else ""
    return Spot(
        turn if is_inside else None, control, piece, link, is_over and piece.length > 0, place
    )
