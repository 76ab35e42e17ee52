"""Splits a text that grows at its end, touching only what the new piece can have changed."""

from __future__ import annotations

import re

from hfchat_gui.markdown.blocks import Block
from hfchat_gui.markdown.parser import Splitter, lines_of

# Marks that mean nothing until more of the line arrives; shown too early they flash as a heading,
# a rule or stray backticks.
_HALF_A_MARK = re.compile(r" {0,3}(?:`+|~+|#{1,6}|=+|-+|\*+|_+|\++|>|\|)[ \t]*$")


class GrowingText:
    """A Markdown text that is appended to; `blocks` is its split so far.

    Whole lines are read once. The last line, while it has no end, is read on a copy of the state,
    so that a list's next marker that arrives as a bare digit does not end the list for good.
    """

    def __init__(self) -> None:
        self.text = ""
        self.blocks: list[Block] = []
        self._splitter = Splitter()
        self._line_start = 0

    def append(self, piece: str) -> int:
        """Add `piece`; return the index of the first block that is new or different."""
        self.text += piece
        since = max(0, len(self._splitter.spans) - 1)
        self._read_whole_lines()
        ahead = self._splitter.copy(since)
        rest = self.text[self._line_start :]
        if rest and not self._holds_back(rest, ahead):
            self._read_ahead(ahead, rest)
        fresh = [span.block(self.text) for span in ahead.spans]
        return self._put(since, fresh)

    def finish(self) -> int:
        """Take the text as complete; return the index of the first block that this changed.

        The blocks are those of the whole text afterwards: only the last line was open.
        """
        since = max(0, len(self._splitter.spans) - 1)
        for line, start, end in lines_of(self.text, self._line_start):
            self._splitter.take(line, start, end)
        self._line_start = len(self.text)
        return self._put(since, [span.block(self.text) for span in self._splitter.spans[since:]])

    def _read_whole_lines(self) -> None:
        whole = max(self.text.rfind("\n"), self.text.rfind("\r", 0, len(self.text) - 1)) + 1
        if whole <= self._line_start:
            return
        for line, start, end in lines_of(self.text[:whole], self._line_start):
            self._splitter.take(line, start, end)
        self._line_start = whole

    def _read_ahead(self, ahead: Splitter, rest: str) -> None:
        ahead.take(rest.rstrip("\r"), self._line_start, len(self.text))
        last = ahead.spans[-1] if ahead.spans else None
        if last and last.fence and last.start == self._line_start:
            last.language = ""  # half a word names another language

    def _holds_back(self, rest: str, ahead: Splitter) -> bool:
        if ahead.spans and ahead.spans[-1].fence and not ahead.spans[-1].closed:
            return False
        return _HALF_A_MARK.match(rest) is not None

    def _put(self, since: int, fresh: list[Block]) -> int:
        old = self.blocks[since:]
        same = 0
        for before, after in zip(old, fresh, strict=False):
            if before != after:
                break
            same += 1
        self.blocks[since + same :] = fresh[same:]
        return since + same
