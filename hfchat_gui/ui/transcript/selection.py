"""What is selected: from one text position to another, across blocks and turns."""

from __future__ import annotations

from typing import NamedTuple

from hfchat_gui.ui.transcript.column import Column
from hfchat_gui.ui.transcript.turn_view import TurnView

_END = 1 << 60


class Place(NamedTuple):
    """A text position: in which turn, in which of its pieces, where in that."""

    turn: int
    piece: int
    position: int


class Selection:
    """A range of text with the end that was fixed first and the end that moves."""

    def __init__(self) -> None:
        self._fixed: Place | None = None
        self._moving: Place | None = None

    @property
    def is_empty(self) -> bool:
        """Whether no text is selected."""
        return self._fixed is None or self._fixed == self._moving

    @property
    def ends(self) -> tuple[Place, Place]:
        """The two ends in the order of the text."""
        fixed = self._fixed or Place(0, 0, 0)
        moving = self._moving or fixed
        return min(fixed, moving), max(fixed, moving)

    def clear(self) -> None:
        """Select nothing."""
        self._fixed = self._moving = None

    def begin(self, place: Place) -> None:
        """Fix one end."""
        self._fixed = self._moving = place

    def extend(self, place: Place) -> None:
        """Move the other end."""
        self._fixed = self._fixed or place
        self._moving = place

    def select(self, start: Place, end: Place) -> None:
        """Select from one place to another."""
        self._fixed, self._moving = start, end

    def select_turns(self, first: int, last: int) -> None:
        """Select all text of some turns."""
        self.select(Place(first, 0, 0), Place(last, _END, _END))

    def covers_turn(self, turn: int) -> bool:
        """Whether all of a turn is selected."""
        start, end = self.ends
        return not self.is_empty and start <= Place(turn, 0, 0) and end >= Place(turn, _END, _END)

    def range_in(self, turn: int, piece: int, length: int) -> tuple[int, int] | None:
        """Return the selected positions of a piece that has `length` of them."""
        start, end = self.ends
        if self.is_empty or not start[:2] <= (turn, piece) <= end[:2]:
            return None
        first = start.position if start[:2] == (turn, piece) else 0
        last = min(end.position, length) if end[:2] == (turn, piece) else length
        return (first, last) if first < last else None


def selected_text(selection: Selection, column: Column) -> str:
    """Return the selected text; a turn that is selected whole gives its source."""
    if selection.is_empty:
        return ""
    start, end = selection.ends
    texts = []
    for turn in range(start.turn, min(end.turn, len(column) - 1) + 1):
        is_first, is_last = turn == start.turn, turn == end.turn
        begins_at_top = not is_first or start[1:] == (0, 0)
        if begins_at_top and (not is_last or selection.covers_turn(turn)):
            texts.append(column.messages[turn].sent_text)
        else:
            texts.append(_part_of(selection, turn, column.view(turn)))
    return "\n\n".join(text for text in texts if text)


def _part_of(selection: Selection, turn: int, view: TurnView) -> str:
    start, end = selection.ends
    text = ""
    for index, piece in enumerate(view.pieces):
        place = (turn, index)
        if start[:2] < place < end[:2]:
            chosen = piece.source
        elif place in (start[:2], end[:2]):
            chosen = _chosen_of(selection, place, view)
        else:
            continue
        text += piece.joint + chosen if text and chosen else chosen
    return text


def _chosen_of(selection: Selection, place: tuple[int, int], view: TurnView) -> str:
    """Return what is selected of a piece that an end of the selection lies in."""
    piece = view.pieces[place[1]]
    view.measure_piece(place[1])
    chosen = selection.range_in(*place, piece.length)
    if chosen is None:
        return ""
    return piece.source if chosen == (0, piece.length) else piece.text(*chosen)
