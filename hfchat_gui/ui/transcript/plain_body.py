"""What stands in where a reply, or a part of it, cannot be drawn as Markdown: its text."""

from __future__ import annotations

import logging

from hfchat_gui.ui.transcript.block_parts import text_parts
from hfchat_gui.ui.transcript.piece import Piece
from hfchat_gui.ui.transcript.plain_piece import PlainPiece, Tone

_log = logging.getLogger(__name__)
_reported: set[str] = set()


def report(error: Exception) -> None:
    """Log once for each type of error that something is shown plainly; never what it says."""
    name = type(error).__name__
    if name not in _reported:
        _reported.add(name)
        _log.error("a part of a reply is shown as plain text: %s", name)


def stand_in(piece: Piece) -> PlainPiece:
    """Return a piece with another one's text in the same place."""
    plain = PlainPiece(piece.source, Tone.BODY, gap=piece.gap)
    plain.joint = piece.joint
    return plain


def plain_pieces(text: str, tone: Tone, gap: int = 0) -> list[PlainPiece]:
    """Return the pieces of a text that is shown as it is."""
    first, *rest = (PlainPiece(part, tone) for part in text_parts(text))
    first.gap = gap
    for piece in rest:
        piece.joint = ""
    return [first, *rest]


class PlainBody:
    """A reply's text without its Markdown, in step with it while it grows."""

    unread = before_unread = ""

    def __init__(self, gap: int) -> None:
        self.pieces: list[Piece] = []
        self._gap = gap

    def show(self, text: str, *, is_complete: bool) -> int:
        """Show `text`; return the index of the first piece that is new or different."""
        fresh = plain_pieces(text, Tone.BODY, self._gap)
        same = 0
        for old, new in zip(self.pieces, fresh, strict=False):
            if old.source != new.source:
                break
            same += 1
        self.pieces[same:] = fresh[same:]
        return same
