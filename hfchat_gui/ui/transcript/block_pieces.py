"""Keeps the pieces of a Markdown text in step with it while it grows."""

from __future__ import annotations

from hfchat_gui.markdown.blocks import Block, BlockKind
from hfchat_gui.markdown.definitions import definitions_in, with_definitions
from hfchat_gui.markdown.incremental import GrowingText
from hfchat_gui.ui.transcript.block_parts import parts_of
from hfchat_gui.ui.transcript.code_piece import CodePiece
from hfchat_gui.ui.transcript.markdown_piece import MarkdownPiece
from hfchat_gui.ui.transcript.piece import Piece
from hfchat_gui.ui.transcript.rule_piece import RulePiece


class BlockPieces:
    """The pieces of one text, in order; those of settled blocks are never touched again."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self._text = GrowingText()
        self._firsts: list[int] = []  # of each block, the index of its first piece
        self._targets: dict[str, str] = {}
        self._is_complete = False

    def show(self, text: str, *, is_complete: bool) -> int:
        """Show `text`; return the index of the first piece that is new or different."""
        first = len(self._text.blocks)
        if not text.startswith(self._text.text):
            self._text = GrowingText()
            first = 0
        if len(text) > len(self._text.text):
            first = min(first, self._text.append(text[len(self._text.text) :]))
        if is_complete and not self._is_complete:
            first = min(first, self._text.finish(), self._last_block())
        self._is_complete = is_complete
        if self._update_targets(first):
            first = 0
        return self._rebuild(first)

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
        begin = self._firsts[first] if first < len(self._firsts) else len(self.pieces)
        old = self.pieces[begin:]
        del self._firsts[first:]
        fresh: list[Piece] = []
        changed = None
        for block in self._text.blocks[first:]:
            self._firsts.append(begin + len(fresh))
            for source in self._sources(block):
                present = old[len(fresh)] if len(fresh) < len(old) else None
                piece, differs = self._piece(block, source, present, begin + len(fresh))
                if differs and changed is None:
                    changed = begin + len(fresh)
                fresh.append(piece)
        self.pieces[begin:] = fresh
        return changed if changed is not None else begin + len(fresh)

    def _sources(self, block: Block) -> list[str]:
        return [] if block.kind is BlockKind.DEFINITIONS else parts_of(block)

    def _piece(
        self, block: Block, source: str, present: Piece | None, place: int
    ) -> tuple[Piece, bool]:
        """Return the piece for a source: the present one if it can show it, else a new one."""
        if block.kind is BlockKind.CODE:
            return self._code_piece(block, present, place)
        if block.kind is BlockKind.RULE:
            is_rule = isinstance(present, RulePiece)
            return (present, False) if is_rule and present else (RulePiece(source), True)
        targets = with_definitions(source, self._targets)[len(source.rstrip()) :]
        targets = targets if targets.strip() else ""
        if isinstance(present, MarkdownPiece):
            return present, present.show(block.kind, source, targets)
        return MarkdownPiece(block.kind, source, targets), True

    def _code_piece(self, block: Block, present: Piece | None, place: int) -> tuple[Piece, bool]:
        is_closed = block.closed or self._is_complete
        if isinstance(present, CodePiece) and present.part == place:
            return present, present.show(block.language, block.code, is_closed=is_closed)
        return CodePiece(block.language, block.code, place, is_closed=is_closed), True
