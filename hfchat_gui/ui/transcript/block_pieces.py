"""Keeps the pieces of a Markdown text in step with it while it grows."""

from __future__ import annotations

from hfchat_gui.markdown.blocks import Block, BlockKind
from hfchat_gui.markdown.definitions import definitions_in, with_definitions
from hfchat_gui.markdown.incremental import GrowingText
from hfchat_gui.ui.look.palette import SPACE_M
from hfchat_gui.ui.transcript.block_parts import MOST_COLUMNS, BlockParts, Part
from hfchat_gui.ui.transcript.code_piece import CodePiece
from hfchat_gui.ui.transcript.markdown_piece import MarkdownPiece
from hfchat_gui.ui.transcript.piece import Piece
from hfchat_gui.ui.transcript.plain_piece import PlainPiece, Tone
from hfchat_gui.ui.transcript.rule_piece import RulePiece
from hfchat_gui.ui.transcript.table_columns import TableColumns
from hfchat_gui.ui.transcript.table_piece import TablePiece
from hfchat_gui.ui.transcript.table_source import TableHead

_HELPING = 8_000  # characters of a text that are read at once


class _Shown:
    """A block that has pieces."""

    def __init__(self, block: Block) -> None:
        self.first = 0  # the index of its first piece
        self.kind = block.kind
        self._parts = BlockParts(block)
        self._taken: list[Part] = []
        self._taken_with: object = None
        self.settled = 0  # how many parts, from the first, are just what they were before `take`
        self.columns = TableColumns()
        self.head = TableHead("", "")

    def take(self, block: Block, targets: dict[str, str]) -> list[Part]:
        """Return the parts that the block has now."""
        if block.kind is BlockKind.TABLE:
            self.head = TableHead.of(block.source)
            if self.head.columns <= MOST_COLUMNS:
                self.columns.read(block.source, self.head.columns)
        before, self._taken = self._taken, self._parts.take(block)
        pairs = enumerate(zip(before, self._taken, strict=False))
        same = min(len(before), len(self._taken))
        self.settled = next((at for at, (old, new) in pairs if old is not new), same)
        taken_with = (self.head, self.columns.version, targets)
        if taken_with != self._taken_with:
            self._taken_with, self.settled = taken_with, 0
        return self._taken


class BlockPieces:
    """The pieces of one text, in order; those of settled blocks are never touched again."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self._text = GrowingText()
        self._shown: list[_Shown] = []
        self._targets: dict[str, str] = {}
        self._is_complete = False
        self.unread = ""

    def show(self, text: str, *, is_complete: bool) -> int:
        """Show `text`; return the index of the first piece that is new or different.

        Of a long text one helping more is shown at each call, and `unread` is what is left.
        """
        first = len(self._text.blocks)
        if not text.startswith(self._text.text):
            self._text = GrowingText()
            first = 0
        helping = _helping(text, len(self._text.text))
        if helping:
            first = min(first, self._text.append(helping))
        self.unread = text[len(self._text.text) :]
        is_complete = is_complete and not self.unread
        if is_complete and not self._is_complete:
            first = min(first, self._text.finish(), self._last_block())
        self._is_complete = is_complete
        if self._update_targets(first):
            first = 0
        return self._rebuild(first)

    @property
    def before_unread(self) -> str:
        """The white space between what has been read and what has not."""
        end = self._text.text[-_HELPING:]
        return end[len(end.rstrip()) :]

    def _last_block(self) -> int:
        return max(0, len(self._text.blocks) - 1)

    def _update_targets(self, first: int) -> bool:
        """Read the link targets anew if there can be others; return whether there are."""
        blocks = self._text.blocks
        if not self._targets and not any(block.source[:1] == "[" for block in blocks[first:]):
            return False
        targets = definitions_in(blocks)
        if targets == self._targets:
            return False
        self._targets = targets
        return True

    def _rebuild(self, first: int) -> int:
        begin = self._shown[first].first if first < len(self._shown) else len(self.pieces)
        old = self.pieces[begin:]
        known = self._shown[first:]
        del self._shown[first:]
        fresh: list[Piece] = []
        changed = None
        for index, block in enumerate(self._text.blocks[first:]):
            fits = index < len(known) and known[index].kind is block.kind
            shown = known[index] if fits else _Shown(block)
            shown.first = begin + len(fresh)
            self._shown.append(shown)
            parts = shown.take(block, self._targets)
            settled = shown.settled if fits and not index else 0
            fresh += old[:settled]
            before = parts[settled - 1].source if settled else ""
            for part in parts[settled:]:
                present = old[len(fresh)] if len(fresh) < len(old) else None
                piece, differs = self._piece(block, part, shown, present, begin + len(fresh))
                if part.follows:
                    piece.joint = before[len(before.rstrip()) :]
                before = part.source
                if differs and changed is None:
                    changed = begin + len(fresh)
                fresh.append(piece)
        self.pieces[begin:] = fresh
        return changed if changed is not None else begin + len(fresh)

    def _piece(
        self, block: Block, part: Part, shown: _Shown, present: Piece | None, place: int
    ) -> tuple[Piece, bool]:
        """Return the piece for a part: the present one if it can show it, else a new one."""
        if part.kind is BlockKind.CODE:
            return self._code_piece(block, present, place)
        if part.is_plain:
            return _plain_piece(part, present)
        if part.kind is BlockKind.RULE:
            is_rule = isinstance(present, RulePiece)
            return (present, False) if is_rule and present else (RulePiece(part.source), True)
        source = part.source
        targets = with_definitions(source, self._targets)[len(source.rstrip()) :]
        targets = targets if targets.strip() else ""
        if part.kind is BlockKind.TABLE:
            if isinstance(present, TablePiece) and present.columns is shown.columns:
                return present, present.show(part, shown.head, targets)
            return TablePiece(part, shown.head, shown.columns, targets), True
        if isinstance(present, MarkdownPiece):
            return present, present.show(part, targets)
        return MarkdownPiece(part, targets), True

    def _code_piece(self, block: Block, present: Piece | None, place: int) -> tuple[Piece, bool]:
        is_closed = block.closed or self._is_complete
        code = block.code if block.kind is BlockKind.CODE else block.source.rstrip()
        if isinstance(present, CodePiece) and present.part == place:
            return present, present.show(block.language, code, is_closed=is_closed)
        return CodePiece(block.language, code, place, is_closed=is_closed), True


def _plain_piece(part: Part, present: Piece | None) -> tuple[Piece, bool]:
    gap = 0 if part.follows else SPACE_M
    if isinstance(present, PlainPiece) and (present.source, present.gap) == (part.source, gap):
        return present, False
    return PlainPiece(part.source, Tone.BODY, gap=gap), True


def _helping(text: str, start: int) -> str:
    """Return what of a text is read next: to a line's end if that is near."""
    end = start + _HELPING
    if end >= len(text):
        return text[start:]
    return text[start : text.rfind("\n", start, end) + 1 or end]
