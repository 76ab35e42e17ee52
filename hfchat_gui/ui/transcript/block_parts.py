"""Cuts long blocks into parts that can be drawn by themselves, and grow one at a time."""

from __future__ import annotations

from dataclasses import dataclass

from hfchat_gui.markdown.blocks import Block, BlockKind
from hfchat_gui.markdown.lines import is_quote, marker_of, read_line, unquoted
from hfchat_gui.markdown.parser import lines_of, split
from hfchat_gui.ui.transcript.table_source import TableHead

LONG = 6_000  # characters: running text up to this is one document
PART = 4_000  # what longer text is cut into
_FEW = 1_200  # characters after which a list or a quotation is cut where a part of it begins


@dataclass(frozen=True, slots=True)
class Part:
    """Some of a block's source, and what it is to be read as.

    `number` is a list's first number if the source has another one. `follows` says that a part of
    the same block is above, and `flows` that even its paragraph began there.
    """

    kind: BlockKind
    source: str
    number: int | None = None
    follows: bool = False
    flows: bool = False


@dataclass(frozen=True, slots=True)
class _Cut:
    at: int
    items: int = 0  # of a list, before the cut
    flows: bool = False


class BlockParts:
    """The parts of one block. When it grows, only the last one is looked at again."""

    def __init__(self, block: Block) -> None:
        self.kind = block.kind
        self._cut = {
            BlockKind.LIST: self._list_cut,
            BlockKind.QUOTE: self._quote_cut,
            BlockKind.TABLE: self._table_cut,
        }.get(block.kind)
        self._begin()

    def _begin(self) -> None:
        self._done: list[Part] = []
        self._before = ""
        self._number: int | None = None
        self._flows = False

    def take(self, block: Block) -> list[Part]:
        """Return the sources that together show the block; almost always the one that it has."""
        source = block.source
        if block.kind is BlockKind.DEFINITIONS:
            return []
        if block.kind is BlockKind.PARAGRAPH:
            return _flowing(source)
        if not source.startswith(self._before):
            self._begin()
        at = len(self._before)
        while self._cut and (cut := self._cut(source, at)):
            self._done.append(self._part(source[at : cut.at], at))
            if self._number is not None:
                self._number += cut.items
            self._flows = cut.flows
            at = cut.at
        self._before = source[:at]
        last = source[at:]
        if self.kind is not BlockKind.CODE and _has_an_endless_line(last):
            return [*self._done, *_flowing(last)]
        return [*self._done, self._part(last, at)]

    def _part(self, source: str, at: int) -> Part:
        number = self._number if at else None
        return Part(self.kind, source, number, follows=at > 0, flows=self._flows)

    def _list_cut(self, source: str, at: int) -> _Cut | None:
        """Cut between two of the list's own items."""
        items = 0
        for text, start, end in lines_of(source, at):
            if text[:1] in (" ", "\t", "") or (marker := marker_of(read_line(text))) is None:
                continue
            if not start and marker.kind not in "-+*":
                self._number = marker.number
            if start - at >= _FEW and end < len(source):
                return _Cut(start, items)
            items += 1
        return None

    def _quote_cut(self, source: str, at: int) -> _Cut | None:
        """Cut where a block inside begins, or a line of a paragraph that is very long."""
        room = 2 * _FEW
        while (cut := self._quote_cut_within(source[: at + room], at)) is None:
            if at + room >= len(source):
                return None
            room *= 2
        return cut

    def _quote_cut_within(self, source: str, at: int) -> _Cut | None:
        if len(source) - at < _FEW:
            return None
        lines = list(lines_of(source, at))
        flows = _places([text for text, _, _ in lines])
        for index, (text, start, end) in enumerate(lines):
            if index not in flows or end == len(source) or not is_quote(read_line(text)):
                continue
            if start - at >= (PART if flows[index] else _FEW):
                return _Cut(start, flows=flows[index])
        return None

    def _table_cut(self, source: str, at: int) -> _Cut | None:
        """Cut between two rows."""
        head = TableHead.of(source)
        rows = head.rows_a_part + (0 if at else 2)
        for count, (_, _, end) in enumerate(lines_of(source, at), 1):
            if end == len(source):
                return None
            if count == rows:
                return _Cut(end)
        return None


def text_parts(text: str) -> list[str]:
    """Cut running text near every `PART` characters: at a line end, else a space, else anywhere."""
    if len(text) <= LONG:
        return [text]
    parts = []
    at = 0
    while len(text) - at > PART:
        end = at + PART
        for sign in ("\n", " "):
            found = text.rfind(sign, at + PART // 2, end)
            if found > 0:
                end = found + 1
                break
        parts.append(text[at:end])
        at = end
    parts.append(text[at:])
    return parts


def _flowing(source: str) -> list[Part]:
    return [
        Part(BlockKind.PARAGRAPH, text, follows=index > 0, flows=index > 0)
        for index, text in enumerate(text_parts(source))
    ]


def _has_an_endless_line(source: str) -> bool:
    return len(source) > LONG and max(map(len, source.splitlines())) > LONG


def _places(lines: list[str]) -> dict[int, bool]:
    """Return which lines of a quotation can begin a part, and whether in a paragraph's midst."""
    inside = [_inside(text) for text in lines]
    numbers = {}
    at = 0
    for number, text in enumerate(inside):
        numbers[at] = number
        at += len(text) + 1
    found = {}
    for block in split("\n".join(inside)):
        first = numbers[block.start]
        after = first + block.source.rstrip("\n").count("\n") + 1
        if block.kind is BlockKind.PARAGRAPH:
            found.update(dict.fromkeys(range(first, after), True))
        elif block.kind is BlockKind.QUOTE:
            deeper = _places(inside[first:after])
            found.update({first + index: flows for index, flows in deeper.items()})
        found[first] = False
    return found


def _inside(text: str) -> str:
    line = read_line(text)
    if not is_quote(line):
        return text
    inner = unquoted(line)
    return " " * inner.indent + inner.body
