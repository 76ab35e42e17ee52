"""Cuts long blocks into parts that can be drawn by themselves, and grow one at a time."""

from __future__ import annotations

from dataclasses import dataclass

from hfchat_gui.markdown.blocks import Block, BlockKind
from hfchat_gui.markdown.lines import is_quote, marker_of, read_line, unquoted
from hfchat_gui.markdown.nesting import is_deep
from hfchat_gui.markdown.parser import lines_of, split
from hfchat_gui.ui.transcript.table_source import TableHead

LONG = 6_000  # characters: running text up to this is one document
PART = 4_000  # what longer text is cut into
MOST_COLUMNS = 60  # a table of more is shown as its source
_ENDLESS = 5 * PART  # characters without a place to cut at that are drawn as one document
_FEW = 1_200  # characters after which a list or a quotation is cut where a part of it begins


@dataclass(frozen=True, slots=True)
class Part:
    """Some of a block's source, and what it is to be read as.

    `number` is a list's first number if the source has another one. `follows` says that a part of
    the same block is above, and `flows` that even its paragraph began there. What `is_plain` is
    too deep or too long to be read as Markdown.
    """

    kind: BlockKind
    source: str
    number: int | None = None
    follows: bool = False
    flows: bool = False
    is_plain: bool = False


@dataclass(frozen=True, slots=True)
class _Cut:
    at: int
    items: int = 0  # of a list, before the cut
    flows: bool = False


class BlockParts:
    """The parts of one block. When it grows, only the last one is looked at again."""

    def __init__(self, block: Block) -> None:
        self.kind = block.kind
        self._begin()

    def _begin(self) -> None:
        self._cut = {
            BlockKind.LIST: self._list_cut,
            BlockKind.QUOTE: self._quote_cut,
            BlockKind.TABLE: self._table_cut,
        }.get(self.kind)
        self._is_plain = False
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
        if block.kind is BlockKind.TABLE and TableHead.of(source).columns > MOST_COLUMNS:
            return [Part(BlockKind.CODE, source)]
        if not source.startswith(self._before):
            self._begin()
        if not self._is_plain and self._holds_others and is_deep(source[len(self._before) :]):
            self._be_plain()
        last = self._cut_off(source)
        at = len(source) - len(last)
        if not self._is_plain and self.kind is not BlockKind.CODE and _has_an_endless_line(last):
            return [*self._done, *_flowing(last)]
        if not self._is_plain and self._holds_others and len(last) > _ENDLESS:
            self._be_plain()
            last = self._cut_off(source)
            at = len(source) - len(last)
        return [*self._done, self._part(last, at)]

    def _cut_off(self, source: str) -> str:
        """Keep what need not be looked at again as parts; return the rest."""
        at = len(self._before)
        while self._cut and (cut := self._cut(source, at)):
            self._done.append(self._part(source[at : cut.at], at))
            if self._number is not None:
                self._number += cut.items
            self._flows = cut.flows
            at = cut.at
        self._before = source[:at]
        return source[at:]

    def _be_plain(self) -> None:
        self._is_plain, self._cut = True, _text_cut

    @property
    def _holds_others(self) -> bool:
        return self.kind in (BlockKind.LIST, BlockKind.QUOTE)

    def _part(self, source: str, at: int) -> Part:
        number = self._number if at else None
        return Part(
            self.kind, source, number, follows=at > 0, flows=self._flows, is_plain=self._is_plain
        )

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
        end = _text_end(text, at)
        parts.append(text[at:end])
        at = end
    parts.append(text[at:])
    return parts


def _text_cut(source: str, at: int) -> _Cut | None:
    return _Cut(_text_end(source, at), flows=True) if len(source) - at > PART else None


def _text_end(text: str, at: int) -> int:
    end = at + PART
    for sign in ("\n", " "):
        found = text.rfind(sign, at + PART // 2, end)
        if found > 0:
            return found + 1
    return end


def _flowing(source: str) -> list[Part]:
    return [
        Part(BlockKind.PARAGRAPH, text, follows=index > 0, flows=index > 0, is_plain=is_deep(text))
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
