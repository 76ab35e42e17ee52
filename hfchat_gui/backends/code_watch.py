"""Follows Markdown just far enough to say whether the next letter of a reply stands in code."""

from __future__ import annotations

import re

_TICKS = re.compile("`+")
# A fence may stand in quotes and lists; a line of backticks with more of them behind is no fence.
_FENCE = re.compile(r"(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`]*$)|~{3,})")
_LONGEST_START = 200  # of a line: what a fence and its language need


class CodeWatch:
    """Takes text in any pieces; its memory does not grow with them."""

    def __init__(self) -> None:
        self._fence = ""
        self._start_line()

    @property
    def is_line_blank(self) -> bool:
        """Whether nothing but blanks stands on the open line."""
        return self._is_blank

    @property
    def in_code(self) -> bool:
        """Whether what follows stands in a fence, or after a backtick of the open line."""
        self._end_run()
        return bool(self._fence) or bool(self._span)

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
        if found := _FENCE.match(self._start):
            mark = found[1]
            if not self._fence:
                self._fence = mark
            elif mark.startswith(self._fence) and not self._start[found.end() :].strip():
                self._fence = ""
        self._start_line()
