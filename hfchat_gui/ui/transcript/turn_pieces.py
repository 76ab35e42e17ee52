"""Which pieces a reply consists of, kept in step with its message."""

from __future__ import annotations

from time import time

from hfchat_gui.conversation.message import Message, ToolCallPart
from hfchat_gui.ui.look.palette import SPACE_M, SPACE_S, SPACE_XS
from hfchat_gui.ui.transcript.block_pieces import BlockPieces
from hfchat_gui.ui.transcript.countdown import whole_seconds_left
from hfchat_gui.ui.transcript.error_piece import ErrorPiece
from hfchat_gui.ui.transcript.fold_piece import FoldPiece
from hfchat_gui.ui.transcript.folds import Folds
from hfchat_gui.ui.transcript.piece import Piece
from hfchat_gui.ui.transcript.plain_body import PlainBody, plain_pieces, report
from hfchat_gui.ui.transcript.plain_piece import PlainPiece, Tone
from hfchat_gui.ui.transcript.unread_piece import UnreadPiece
from hfchat_gui.ui.transcript.wording import (
    LONGEST_NAME,
    ending_line,
    speaker,
    speaker_icon,
    thinking_line,
    waiting_line,
)


class ReplyPieces:
    """A reply: who speaks, the folded thoughts, the answer's blocks, and remarks on it."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self._head: list[Piece] = []
        self._body: BlockPieces | PlainBody = BlockPieces()
        self._tail: list[Piece] = []
        self._head_key: object = None
        self._tail_key: object = None
        self.counted = 0  # the seconds to wait yet, as the error's card shows them

    @property
    def is_behind(self) -> bool:
        """Whether some of the text has not been read: showing the message again goes on."""
        return bool(self._body.unread)

    @property
    def last_of_text(self) -> int | None:
        """The index of the piece that the text ends in."""
        return len(self._head) + len(self._body.pieces) - 1 if self._body.pieces else None

    def show(self, message: Message, folds: Folds) -> int:
        """Show the message; return the index of the first piece that changed."""
        first = len(self.pieces)
        first = min(first, self._show_head(message, folds))
        known, was_behind = len(self._body.pieces), self.is_behind
        body = self._show_body(message)
        if body < len(self._body.pieces) or known != len(self._body.pieces):
            first = min(first, len(self._head) + body)
        if was_behind or self.is_behind:
            first = min(first, len(self._head) + known)
        first = min(first, self._show_tail(message, folds))
        unread, before = self._body.unread, self._body.before_unread
        rest = [UnreadPiece(unread, before)] if unread else []
        self.pieces[first:] = [*self._head, *self._body.pieces, *rest, *self._tail][first:]
        return first

    def _show_body(self, message: Message) -> int:
        is_complete = not message.state.is_open
        try:
            return self._body.show(message.text, is_complete=is_complete)
        except Exception as error:  # noqa: BLE001 - reported; a text must not hide itself or others
            report(error)
            self._body = PlainBody(SPACE_M)
            self._body.show(message.text, is_complete=is_complete)
            return 0

    def _show_head(self, message: Message, folds: Folds) -> int:
        line = thinking_line(message)
        shown = message.thinking if folds.thinking else bool(message.thinking)
        key = (speaker(message), line, folds.thinking, shown)
        if key == self._head_key:
            return len(self.pieces)
        self._head_key = key
        self._head = _head(message, folds, line)
        return 0

    def _show_tail(self, message: Message, folds: Folds) -> int:
        line = waiting_line(message, time())
        calls = tuple(
            part.name[:LONGEST_NAME] for part in message.parts if isinstance(part, ToolCallPart)
        )
        left = whole_seconds_left(message.error)
        key = (line, calls, message.notes, ending_line(message), message.error, folds.details, left)
        if key == self._tail_key:
            return len(self.pieces)
        self._tail_key, self.counted = key, left
        self._tail = _remarks(message, line, calls)
        if message.error is not None:
            self._tail.append(ErrorPiece(message.error, is_open=folds.details, left=left))
        return len(self._head) + len(self._body.pieces)


def _head(message: Message, folds: Folds, line: str) -> list[Piece]:
    head: list[Piece] = [PlainPiece(speaker(message), Tone.REMARK, icon=speaker_icon(message))]
    if message.thinking:
        head.append(FoldPiece(line, is_open=folds.thinking))
        if folds.thinking:
            head += plain_pieces(message.thinking.strip(), Tone.THOUGHT, gap=SPACE_XS)
    return head


def _remarks(message: Message, waiting: str, calls: tuple[str, ...]) -> list[Piece]:
    remarks = [waiting] if waiting else []
    remarks += [f"Asks for the tool {name}" for name in calls]
    remarks += list(message.notes)
    remarks += [ending_line(message)] if ending_line(message) else []
    return [PlainPiece(text, Tone.REMARK, gap=SPACE_S) for text in remarks]
