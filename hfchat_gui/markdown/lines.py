"""What a line of Markdown is by itself: the marks that begin, end and interrupt blocks."""

from __future__ import annotations

import re
from typing import NamedTuple

_FENCE = re.compile(r"(`{3,})([^`]*)$|(~{3,})(.*)$", re.DOTALL)
_ATX = re.compile(r"#{1,6}(?:[ \t]|$)")
_RULE = re.compile(r"(?:\*[ \t]*){3,}$|(?:-[ \t]*){3,}$|(?:_[ \t]*){3,}$")
_SETEXT = re.compile(r"(?:=+|-+)[ \t]*$")
_MARKER = re.compile(r"([-+*]|\d{1,9}[.)])(?=[ \t]|$)")
_TABLE_LINE = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")


_MARKS = frozenset("#`~*-_+>=|:0123456789")


class Line(NamedTuple):
    """A line without its end: `indent` columns of white space (tabs stop at 4), then `body`."""

    indent: int
    body: str

    @property
    def is_plain(self) -> bool:
        """Whether the line has text that begins with no mark: it can only be a paragraph's."""
        return self.body[:1] not in _MARKS

    def without(self, columns: int) -> Line:
        """Return the line with so many columns of its indent gone."""
        return Line(max(0, self.indent - columns), self.body)


def read_line(text: str, column: int = 0) -> Line:
    """Measure a line that begins at `column` of the text's own line."""
    body = text.lstrip(" \t")
    if len(body) == len(text):
        return Line(0, text)
    at = column
    for char in text[: len(text) - len(body)]:
        at = at + 4 - at % 4 if char == "\t" else at + 1
    return Line(at - column, body)


class Marker(NamedTuple):
    """The start of a list item: its kind ("-", "+", "*", "." or ")"), and what follows it."""

    kind: str
    number: int
    content: int  # the column, from the line's beginning, at which the item's text starts
    rest: Line

    @property
    def is_empty(self) -> bool:
        """Whether nothing follows on the line."""
        return not self.rest.body


def fence_of(line: Line) -> tuple[str, str] | None:
    """Return the marker and the info string of a line that opens a fence."""
    if line.indent > 3 or not (found := _FENCE.match(line.body)):
        return None
    return found[1] or found[3], (found[2] if found[1] else found[4]).strip()


def closes(line: Line, fence: str) -> bool:
    """Whether the line ends a block that `fence` opened."""
    mark = line.body.rstrip(" \t")
    return line.indent <= 3 and len(mark) >= len(fence) and not mark.strip(fence[0])


def is_heading(line: Line) -> bool:
    """Whether the line is a heading with number signs."""
    return line.indent <= 3 and _ATX.match(line.body) is not None


def is_rule(line: Line) -> bool:
    """Whether the line is a thematic break."""
    return line.indent <= 3 and _RULE.match(line.body) is not None


def underlines(line: Line) -> bool:
    """Whether the line makes the paragraph above it a heading."""
    return line.indent <= 3 and _SETEXT.match(line.body) is not None


def is_quote(line: Line) -> bool:
    """Whether the line begins with a quotation mark."""
    return line.indent <= 3 and line.body.startswith(">")


def unquoted(line: Line) -> Line:
    """Return what a quotation mark is followed by, less one space."""
    rest = read_line(line.body[1:], column=line.indent + 1)
    return rest.without(1)


def splits_columns(line: Line) -> bool:
    """Whether the line is the one between the head and the body of a table."""
    return line.indent <= 3 and "|" in line.body and _TABLE_LINE.match(line.body) is not None


def marker_of(line: Line) -> Marker | None:
    """Return the list marker that the line begins with."""
    if line.indent > 3 or not (found := _MARKER.match(line.body)):
        return None
    mark = found[1]
    after = line.indent + len(mark)
    rest = read_line(line.body[len(mark) :], column=after)
    gap = rest.indent if 1 <= rest.indent <= 4 and rest.body else 1
    number = int(mark[:-1]) if len(mark) > 1 else 1
    return Marker(mark[-1], number, after + gap, rest.without(gap))
