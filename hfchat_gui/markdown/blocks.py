"""The unit that is drawn, copied and re-read as a reply grows: one top-level block."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class BlockKind(StrEnum):
    """What a top-level block is. There is no HTML: what looks like it is text."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    LIST = "list"
    QUOTE = "quote"
    TABLE = "table"
    CODE = "code"
    RULE = "rule"
    DEFINITIONS = "definitions"  # link targets only: nothing to see


@dataclass(frozen=True, slots=True)
class Block:
    """One top-level block: `source` is `text[start:start + len(source)]`, line ends included.

    `fence` is the opening marker of a fenced code block ("" for any other block, indented code
    too) and `language` the first word after it; `closed` says whether the closing marker came.
    """

    kind: BlockKind
    start: int
    source: str
    fence: str = ""
    language: str = ""
    closed: bool = True

    @property
    def end(self) -> int:
        """Where the block ends in the text."""
        return self.start + len(self.source)

    @property
    def code(self) -> str:
        """The lines inside a code block, without markers, indent of the fence and last line end."""
        if not self.fence:
            return "\n".join(_outdent(line, 4) for line in self.source.splitlines()).rstrip("\n")
        first, _, rest = self.source.replace("\r\n", "\n").replace("\r", "\n").partition("\n")
        indent = len(first) - len(first.lstrip(" "))
        if self.closed:
            rest = rest.rstrip("\n")
            rest = rest[: rest.rfind("\n") + 1]
        else:
            rest = _without_half_a_marker(rest, self.fence)
        if indent:
            rest = "\n".join(_outdent(line, indent) for line in rest.split("\n"))
        return rest.removesuffix("\n")


def _outdent(line: str, width: int) -> str:
    """Take up to `width` columns of white space off the line's beginning."""
    if line.startswith("\t") and width >= 4:
        return line[1:]
    spaces = len(line) - len(line.lstrip(" "))
    return line[min(spaces, width) :]


def _without_half_a_marker(code: str, fence: str) -> str:
    """Hold back a last line that may become the closing marker once the rest of it arrives."""
    head, newline, last = code.rpartition("\n")
    mark = last.strip(" ")
    if mark and not mark.strip(fence[0]) and len(last) - len(mark) <= 3:
        return head + newline
    return code
