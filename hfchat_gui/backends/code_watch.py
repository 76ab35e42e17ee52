"""Follows Markdown just far enough to say whether the next letter of a reply stands in code."""

from __future__ import annotations

import re

_TICKS = re.compile("`+")
_QUOTE = re.compile(r"(?: {0,3}> ?)+")
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)")
# A fence may stand in quotes and lists; a line of backticks with more of them behind is no fence.
_FENCE = re.compile(r"(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`]*$)|~{3,})")
_PRE = re.compile(r" {0,3}<(pre|code|script|style|textarea)(?=[\s>]|$)", re.IGNORECASE)
_LONGEST_START = 200  # of a line: what a fence and its language need
_INDENT = 4  # columns that make code of a line

FAR = 200
"""How many letters are looked through for the end of code that may be none: so many wait."""

_LINES = 2  # with text are looked through for the end of a block


class CodeWatch:
    """Takes text in any pieces; its memory does not grow with them.

    Code is what stands in a fence, in HTML that is shown as it is, or four columns deep behind a
    blank line (in a list, four deeper than its items); and between backticks on one line.
    """

    def __init__(self) -> None:
        self._fence = ""
        self._number = 0  # of what is open, be it text
        self._pre = ""  # the end of the HTML that is open
        self._items: list[int] = []  # columns where the texts of the open list items begin
        self._may_be_indented = True  # what is deep enough on this line is code, and no paragraph
        self._start_line()

    @property
    def is_line_blank(self) -> bool:
        """Whether nothing but blanks stands on the open line."""
        return self._is_blank

    @property
    def block(self) -> int:
        """The number of the block of code in which what follows stands; 0 for none.

        It is below 0 where the blanks make it code: whatever opens behind it has another one.
        """
        if self._fence or self._pre:
            return self._number
        if self._open_pre():
            return self._number + 1
        return -1 - self._number if self._is_indented() else 0

    @property
    def is_deep(self) -> bool:
        """Whether what follows is code because of the blanks before it."""
        return not (self._fence or self._open_pre()) and self._is_indented()

    def in_span(self, rest: str, *, is_end: bool) -> bool | None:
        """Whether a pair of backticks encloses the place before `rest`.

        None: that is not known before more has come, unless `is_end`.
        """
        self._end_run()
        if not self._span:
            return False
        line, *others = rest.split("\n", 1)
        is_whole = bool(others) or is_end
        for ticks in _TICKS.finditer(line):
            if len(ticks[0]) == self._span and (is_whole or ticks.end() < len(line)):
                return True
        return False if is_whole or len(rest) >= FAR else None

    def goes_on(self, rest: str, *, is_end: bool) -> bool | None:
        """Whether the lines in `rest` belong to the open block, and where there are none.

        Two lines with text tell: they have the block's end, or are as deep. None as for `in_span`.
        """
        *lines, last = rest.split("\n")
        lines = [line for line in [*lines, *([last] if is_end else [])] if line.strip()][:_LINES]
        for line in lines:
            if (is_more := self._is_more(line)) is not None:
                return is_more
        if len(lines) == _LINES:
            return False
        return not lines if is_end else None

    def _is_more(self, line: str) -> bool | None:
        """Whether a line belongs to the open block; None if it does not tell."""
        if self._fence:
            found = _FENCE.match(line)
            is_fence = found and found[1].startswith(self._fence)
            return not line[found.end() :].strip() if found and is_fence else None
        if end := self._open_pre():
            return end in line.lower() or None
        return _unindented(line)[1] >= self._least_depth

    def feed(self, text: str) -> None:
        """Go on by `text`."""
        first, *more = text.split("\n")
        self._read(first)
        for line in more:
            self._end_line()
            self._read(line)

    def _start_line(self) -> None:
        self._start = ""
        self._is_blank = True
        self._span = 0  # backticks that opened the code that is open
        self._run = 0  # backticks that the text ends with so far

    def _read(self, text: str) -> None:
        if not text:
            return
        self._is_blank = self._is_blank and text.isspace()
        self._start += text[: _LONGEST_START - len(self._start)]
        for ticks in _TICKS.finditer(text):
            if ticks.start():
                self._end_run()
            self._run += len(ticks[0])
            if ticks.end() < len(text):
                self._end_run()
        if not text.endswith("`"):
            self._end_run()

    def _end_run(self) -> None:
        if not self._run:
            return
        if not self._span:
            self._span = self._run
        elif self._span == self._run:
            self._span = 0
        self._run = 0

    def _end_line(self) -> None:
        if self._fence:
            self._end_fence_line()
        elif self._pre or not self._start[:1].isalpha():
            self._end_other_line()
        else:  # one of a paragraph, as most are
            self._items.clear()
            self._may_be_indented = False
            self._number += 1
        self._start_line()

    def _end_fence_line(self) -> None:
        found = _FENCE.match(self._start)
        if found and found[1].startswith(self._fence) and not self._start[found.end() :].strip():
            self._fence = ""
            self._number += 1
            self._may_be_indented = True

    def _end_other_line(self) -> None:
        pre, self._pre = self._pre, self._open_pre()
        self._number += self._pre != pre
        if self._pre:
            return
        if found := _FENCE.match(self._start):
            self._fence = found[1]
            self._number += 1
        elif not self._is_indented():
            self._end_text_line()

    def _end_text_line(self) -> None:
        line, column = _unindented(self._start)
        if not line:
            self._may_be_indented = True
            return
        self._number += 1
        while self._items and column < self._items[-1]:
            self._items.pop()
        if item := _ITEM.match(line):
            self._items.append(column + len(item[0].expandtabs(4)))
        self._may_be_indented = line.startswith("#")

    def _open_pre(self) -> str:
        """Return the end tag of the HTML that is open at this place."""
        begin = None if self._pre or self._fence else _PRE.match(self._start)
        end = f"</{begin[1].lower()}>" if begin else self._pre
        return "" if not end or end in self._start.lower() else end

    def _is_indented(self) -> bool:
        return self._may_be_indented and _unindented(self._start)[1] >= self._least_depth

    @property
    def _least_depth(self) -> int:
        return (self._items[-1] if self._items else 0) + _INDENT


def _unindented(line: str) -> tuple[str, int]:
    """Return a line without quote marks and blanks, and the column where the rest begins."""
    if quote := _QUOTE.match(line):
        line = line[quote.end() :]
    line = line.expandtabs(4)
    bare = line.lstrip()
    return bare, len(line) - len(bare)
