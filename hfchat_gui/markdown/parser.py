"""Finds where top-level blocks begin and end, line by line, with a state that can be copied.

The rules are CommonMark's, with GitHub's tables and without HTML, as far as they decide where a
block ends. Text inside a list or a quote goes through the same rules one level down, because what
may follow depends on what is open there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hfchat_gui.markdown.blocks import Block, BlockKind
from hfchat_gui.markdown.definitions import only_definitions
from hfchat_gui.markdown.levels import Level, Step
from hfchat_gui.markdown.lines import read_line

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)?")


@dataclass(slots=True)
class Span:
    """A block's place in the text, before its source is cut out."""

    kind: BlockKind
    start: int
    end: int
    fence: str = ""
    language: str = ""
    closed: bool = True

    def block(self, text: str) -> Block:
        """Cut the block out of the text."""
        source = text[self.start : self.end]
        kind = self.kind
        if kind is BlockKind.PARAGRAPH and only_definitions(source):
            kind = BlockKind.DEFINITIONS
        return Block(kind, self.start, source, self.fence, self.language, self.closed)


class Splitter:
    """Takes lines in order; `spans` are the blocks so far, the last one perhaps still open."""

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self._level = Level()

    def take(self, line: str, start: int, end: int) -> None:
        """Take the line (without its end) that lies at `start` to `end` (with its end)."""
        level = self._level
        step = level.take(read_line(line))
        if step is Step.BEGINS:
            self.spans.append(Span(level.shown_kind, start, end, level.fence, level.language))
        if step is not Step.APART:
            span = self.spans[-1]
            span.kind, span.end, span.closed = level.shown_kind, end, level.is_closed

    def copy(self, since: int) -> Splitter:
        """Return a splitter in the same state that holds only the spans from index `since`."""
        twin = Splitter()
        twin.spans = [replace(span) for span in self.spans[since:]]
        twin._level = self._level.copy()
        return twin


def lines_of(text: str, start: int = 0) -> Iterator[tuple[str, int, int]]:
    """Yield each line without its end, where it starts, and where the next one starts.

    Lines end at LF, CR LF and CR alone, and at nothing else.
    """
    while start < len(text):
        found = _LINE.match(text, start)
        end = found.end() if found else len(text)
        yield text[start:end].rstrip("\r\n"), start, end
        start = end


def split(text: str) -> list[Block]:
    """Return the top-level blocks of the whole text; blank lines between them belong to none."""
    splitter = Splitter()
    for line, start, end in lines_of(text):
        splitter.take(line, start, end)
    return [span.block(text) for span in splitter.spans]
