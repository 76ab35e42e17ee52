"""One turn as it is drawn: its pieces stacked, only those near the window measured and alive."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from math import floor, inf
from time import perf_counter
from typing import NamedTuple

from PySide6.QtCore import QRectF

from hfchat_gui.conversation.message import Message, ReplyState, Role
from hfchat_gui.ui.look.palette import SPACE_L, SPACE_M
from hfchat_gui.ui.transcript.controls import Control
from hfchat_gui.ui.transcript.folds import Folds
from hfchat_gui.ui.transcript.person_pieces import PersonPieces
from hfchat_gui.ui.transcript.piece import Piece
from hfchat_gui.ui.transcript.plain_body import report, stand_in
from hfchat_gui.ui.transcript.sent_line import sent_line_control, sent_line_height
from hfchat_gui.ui.transcript.standing import ALONE, Standing
from hfchat_gui.ui.transcript.style import Style
from hfchat_gui.ui.transcript.turn_foot import Foot, foot_of
from hfchat_gui.ui.transcript.turn_pieces import ReplyPieces

_CARD_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class Placed:
    """A control and where its piece is: `piece` is None for the turn's own controls."""

    control: Control
    rect: QRectF  # in the turn's coordinates
    piece: Piece | None = None


class Offered(NamedTuple):
    """A control and the index of its piece: `piece` is None for the turn's own controls."""

    control: Control
    piece: int | None = None


class TurnView:
    """Draws one message. Coordinates are the turn's own: (0, 0) is the column's left, its top."""

    def __init__(
        self, message: Message, style: Style, width: int, standing: Standing = ALONE
    ) -> None:
        self.message = message
        self.standing = standing
        self.folds = Folds()
        self._offered: list[Offered] | None = None
        self.width = width
        self.above = 0  # the room for what is said above the turn
        self.inset = 0  # where pieces begin
        self.pad = 0  # above the first and below the last piece
        self.piece_width = width
        self.tops: list[int] = []
        self.height = 0
        self._style = style
        is_own = message.role is Role.USER
        self._parts: PersonPieces | ReplyPieces = PersonPieces() if is_own else ReplyPieces()
        self._parts.show(message, self.folds)
        self.restyle(style, width)

    @property
    def is_card(self) -> bool:
        """Whether the turn stands on a tinted card: a person's does."""
        return self.message.role is Role.USER

    @property
    def pieces(self) -> list[Piece]:
        """The pieces from top to bottom."""
        return self._parts.pieces

    @property
    def is_behind(self) -> bool:
        """Whether some of the text is not among the pieces yet; `show` goes on with it."""
        return self._parts.is_behind

    @property
    def counted(self) -> int:
        """The seconds that its card shows to be waited yet, 0 for none."""
        return self._parts.counted

    @property
    def caret_piece(self) -> int | None:
        """The index of the piece at whose end the caret of a growing reply stands."""
        is_growing = self.message.state is ReplyState.STREAMING
        return self._parts.last_of_text if is_growing else None

    def show(self, message: Message) -> int:
        """Show a newer form of the message; return the top of the first change."""
        caret = self.caret_piece
        self.message = message
        first = self._parts.show(message, self.folds)
        self._offered = None
        top = (
            self.tops[first]
            if first < len(self.tops)
            else self.height - self._style.foot - self.pad
        )
        if caret is not None:
            top = min(top, self.tops[caret])  # the caret leaves there
        for piece in self.pieces[first:]:
            if not piece.is_measured and not piece.height:
                piece.height = piece.estimate(self.piece_width, self._style)
        self._place(first)
        return top

    def restyle(self, style: Style, width: int) -> None:
        """Take another style or width; everything is measured anew when it is next seen."""
        self._style, self.width = style, width
        self.pad = SPACE_M if self.is_card else 0
        self.piece_width = width
        if self.is_card:
            self.piece_width = int(width * _CARD_SHARE) - 2 * SPACE_L
        for piece in self.pieces:
            piece.is_measured = False
            piece.release()
            piece.height = piece.estimate(self.piece_width, style)
        self.inset = width - self.piece_width - SPACE_L if self.is_card else 0
        self._make_room_above()
        self._place(0)

    def stand(self, standing: Standing) -> bool:
        """Take how the turn stands now; return whether its height is another one."""
        self.standing = standing
        before = self.above
        self._make_room_above()
        if self.above == before:
            return False
        self._place(0)
        return True

    @property
    def _above_controls(self) -> list[Control]:
        return [sent_line_control(self.width, self._style)] if self.standing.begins_sent else []

    def _make_room_above(self) -> None:
        says = self.standing.begins_sent
        self.above = sent_line_height(self.width, self._style) if says else 0

    def measure(self, top: int, bottom: int, until: float = inf) -> bool:
        """Make the pieces between two heights exact; return whether any height changed.

        At the time `until` (of `perf_counter`) it leaves off.
        """
        moved = False
        for index in range(self.piece_at(top), len(self.pieces)):
            if self.tops[index] > bottom:
                break
            if not self.pieces[index].is_measured and perf_counter() > until:
                break
            moved = self.measure_piece(index) or moved
        self._fit_card()
        return moved

    def is_exact(self, top: int, bottom: int) -> bool:
        """Whether all pieces between two heights have been measured."""
        first, after = self.piece_at(top), bisect_right(self.tops, bottom)
        return all(piece.is_measured for piece in self.pieces[first:after])

    def measure_piece(self, index: int) -> bool:
        """Make one piece exact; return whether its height changed."""
        piece = self.pieces[index]
        if piece.is_measured:
            return False
        before = piece.height
        try:
            piece.measure(self.piece_width, self._style)
        except Exception as error:  # noqa: BLE001 - reported; a text must not hide itself or others
            report(error)
            piece = self._parts.pieces[index] = stand_in(piece)
            piece.measure(self.piece_width, self._style)
        if piece.height != before:
            self._place(index)
        return piece.height != before

    def release(self, top: int, bottom: int) -> None:
        """Drop what is alive outside two heights."""
        for index, piece in enumerate(self.pieces):
            if piece.is_measured and not self._overlaps(index, top, bottom):
                piece.release()
                piece.is_measured = False

    def piece_at(self, y: float) -> int:
        """Return the index of the piece at a height, the nearest one above in a gap."""
        return max(0, bisect_right(self.tops, y) - 1)

    @property
    def card(self) -> QRectF:
        """Where the card of a person's turn is."""
        left = self.inset - SPACE_L
        height = self.height - self.above - self._style.foot
        return QRectF(left, self.above, self.width - left, height)

    def controls(self) -> list[Placed]:
        """Return all that can be pressed; only measured pieces have theirs."""
        found = [
            Placed(control, control.rect.translated(self.inset, self.tops[index]), piece)
            for index, piece in enumerate(self.pieces)
            if piece.is_measured
            for control in piece.controls()
            if control.rect is not None
        ]
        own = (*self._above_controls, *self.foot.controls)
        return [*found, *(Placed(each, each.rect) for each in own if each.rect)]

    @property
    def offered(self) -> list[Offered]:
        """All that can be pressed, from top to bottom, and in which piece; nothing is measured."""
        if self._offered is None:
            self._offered = [
                Offered(control, index)
                for index, piece in enumerate(self.pieces)
                for control in piece.offered()
            ]
        above = (Offered(control) for control in self._above_controls)
        return [*above, *self._offered, *(Offered(control) for control in self.foot.controls)]

    def rect_of(self, control: Control) -> QRectF | None:
        """Return where a control is; in a piece that was not measured, where the piece is."""
        for offered, index in self.offered:
            if offered.is_same(control):
                return offered.rect if index is None else self._rect_in(index, control)
        return None

    def _rect_in(self, index: int, control: Control) -> QRectF:
        piece = self.pieces[index]
        rects = [each.rect for each in piece.controls() if each.is_same(control) and each.rect]
        rect = rects[0] if rects else QRectF(0, 0, self.piece_width, piece.height)
        return rect.translated(self.inset, self.tops[index])

    @property
    def foot(self) -> Foot:
        """The line under the turn."""
        top = self.height - self._style.foot
        return foot_of(self.message, self.standing, self._style, self.width, top=top)

    def _overlaps(self, index: int, top: int, bottom: int) -> bool:
        piece_top = self.tops[index]
        return piece_top <= bottom and piece_top + self.pieces[index].height >= top

    def _place(self, since: int) -> None:
        del self.tops[since:]
        y = self.above + self.pad
        if since:
            y = self.tops[-1] + self.pieces[since - 1].height
        for index in range(since, len(self.pieces)):
            piece = self.pieces[index]
            y += piece.gap if index else 0
            self.tops.append(y)
            y += piece.height
        self.height = y + self.pad + self._style.foot

    def _fit_card(self) -> None:
        """Make the card of a short text as narrow as what is in it."""
        if not self.is_card:
            return
        wanted = max((piece.ideal_width for piece in self.pieces), default=0)
        if wanted != inf and not all(piece.is_measured for piece in self.pieces):
            return
        fitting = floor(min(self.piece_width, wanted + 1))
        self.inset = self.width - fitting - SPACE_L
        if fitting < self.piece_width:
            for piece in self.pieces:
                piece.narrow(fitting)
