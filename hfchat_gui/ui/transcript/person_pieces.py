"""Which pieces a person's turn consists of: the text as it was typed, then what is attached."""

from __future__ import annotations

from hfchat_gui.conversation.message import Message
from hfchat_gui.ui.look.palette import SPACE_S
from hfchat_gui.ui.transcript.attached_body import AttachedBody
from hfchat_gui.ui.transcript.attached_row import AttachedRow
from hfchat_gui.ui.transcript.folds import Folds
from hfchat_gui.ui.transcript.piece import Piece
from hfchat_gui.ui.transcript.plain_body import plain_pieces
from hfchat_gui.ui.transcript.plain_piece import Tone


class PersonPieces:
    """Text first, then for each attached text a row, and below it the text where it is open."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self._parts: object = None
        self.counted = 0  # nothing here is waited for
        self._words: list[Piece] = []
        self._rows: list[AttachedRow] = []
        self._bodies: dict[int, AttachedBody] = {}

    @property
    def is_behind(self) -> bool:
        """Whether some of an open text has not been read: showing the message again goes on."""
        return any(body.is_behind for body in self._bodies.values())

    @property
    def last_of_text(self) -> int | None:
        """The index of the piece that the text ends in."""
        return len(self._words) - 1

    def show(self, message: Message, folds: Folds) -> int:
        """Show the message; return the index of the first piece that changed."""
        if message.parts != self._parts:
            self._take(message)
        self._fold(message, folds)
        fresh = list(self._words)
        for place, row in enumerate(self._rows):
            fresh.append(row)
            if place in self._bodies:
                fresh += self._bodies[place].pieces
        pairs = enumerate(zip(self.pieces, fresh, strict=False))
        shorter = min(len(self.pieces), len(fresh))
        first = next((at for at, (old, new) in pairs if old is not new), shorter)
        self.pieces[first:] = fresh[first:]
        return first

    def _take(self, message: Message) -> None:
        self._parts = message.parts
        is_said = bool(message.text.strip()) or not message.attached
        self._words = [*plain_pieces(message.text, Tone.BODY)] if is_said else []
        rows = enumerate(message.attached)
        self._rows = [AttachedRow(part, place, is_open=False) for place, part in rows]
        self._bodies.clear()

    def _fold(self, message: Message, folds: Folds) -> None:
        """Open and close what is to be so, and read a helping more of what is open."""
        for place, row in enumerate(self._rows):
            is_open = place in folds.attached
            if is_open is not row.is_open:
                self._rows[place] = row.turned(is_open=is_open)
            if not is_open:
                self._bodies.pop(place, None)
                continue
            body = self._bodies.get(place)
            if body is None:
                body = self._bodies[place] = AttachedBody(message.attached[place].text, SPACE_S)
            body.read_on()
