"""The state at one level of nesting: which block is open, and what the next line does to it."""

from __future__ import annotations

from enum import Enum, auto

from hfchat_gui.markdown.blocks import BlockKind
from hfchat_gui.markdown.lines import (
    Line,
    Marker,
    closes,
    fence_of,
    is_heading,
    is_quote,
    is_rule,
    marker_of,
    splits_columns,
    underlines,
    unquoted,
)

_NEVER = 1 << 30
DEEPEST = 20  # levels; a mark of a list or a quotation inside that many others is text


class Step(Enum):
    """What a line did."""

    BEGINS = auto()  # a new block
    BELONGS = auto()  # to the open block
    APART = auto()  # blank: to none, unless what follows says otherwise


class Level:
    """What is open at one level. `inner` is the level inside an open list item or quote."""

    __slots__ = (
        "_blank",
        "_column",
        "_lines",
        "_list",
        "depth",
        "fence",
        "inner",
        "is_closed",
        "kind",
        "language",
    )

    def __init__(self, depth: int = 0) -> None:
        self.depth = depth  # how many lists and quotations this level is in
        self.kind: BlockKind | None = None
        self.fence = ""
        self.language = ""
        self.is_closed = True
        self.inner: Level | None = None
        self._list = ""
        self._column = 0  # where a list item's text starts; a line further left is not in the item
        self._lines = 0
        self._blank = False

    @property
    def bottom(self) -> Level:
        """The innermost open level."""
        level = self
        while level.inner:
            level = level.inner
        return level

    @property
    def shown_kind(self) -> BlockKind:
        """The kind of the block that the last line belonged to."""
        return self.kind or BlockKind.PARAGRAPH

    def copy(self) -> Level:
        """Return an independent level in the same state."""
        twin = Level()
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.inner = self.inner.copy() if self.inner else None
        return twin

    def take(self, line: Line) -> Step:
        """Take the next line of this level."""
        if self.fence and not self.is_closed:
            return self._in_fence(line)
        if not line.body:
            return self._on_blank()
        step = self._continued(line)
        self._blank = False
        return step or self._begin(line)

    @property
    def is_lazy(self) -> bool:
        """Whether a paragraph is open at the bottom, so that an unmarked line goes on with it."""
        if self._blank:
            return False
        return self.inner.is_lazy if self.inner else self.kind is BlockKind.PARAGRAPH

    # --- lines that go on with the open block ----------------------------------------------------

    def _continued(self, line: Line) -> Step | None:
        if self.inner and self.kind is BlockKind.LIST:
            return self._in_list(line, self.inner)
        if self.inner:
            return None if self._blank else self._in_quote(line, self.inner)
        match self.kind:
            case BlockKind.CODE if not self.fence and line.indent >= 4:
                return Step.BELONGS
            case BlockKind.TABLE if not self._blank and not _interrupts(line, any_marker=False):
                return Step.BELONGS
            case BlockKind.PARAGRAPH if not self._blank:
                return self._in_paragraph(line)
        return None

    def _in_fence(self, line: Line) -> Step:
        self.is_closed = closes(line, self.fence)
        return Step.BELONGS

    def _in_paragraph(self, line: Line) -> Step | None:
        if line.is_plain:
            pass
        elif underlines(line):
            self.kind = BlockKind.HEADING
        elif self._lines == 1 and splits_columns(line):
            self.kind = BlockKind.TABLE
        elif _interrupts(line, any_marker=False):
            return None
        self._lines += 1
        return Step.BELONGS

    def _in_quote(self, line: Line, inner: Level) -> Step | None:
        if is_quote(line):
            inner.take(unquoted(line))
            return Step.BELONGS
        return self._lazily(line, inner)

    def _in_list(self, line: Line, inner: Level) -> Step | None:
        if line.indent >= self._column:
            inner.take(line.without(self._column))
            return Step.BELONGS
        marker = None if is_rule(line) else marker_of(line)
        if marker and marker.kind == self._list:
            self._begin_item(marker)
            return Step.BELONGS
        return None if self._blank else self._lazily(line, inner)

    def _lazily(self, line: Line, inner: Level) -> Step | None:
        if not inner.is_lazy or _interrupts(line, any_marker=True):
            return None
        inner.take_lazily()
        return Step.BELONGS

    def take_lazily(self) -> None:
        """Take a line that goes on with the paragraph at the bottom, whatever its marks."""
        if self.inner:
            self.inner.take_lazily()
        self._lines += 1

    def _on_blank(self) -> Step:
        if self.inner and self.kind is BlockKind.LIST:
            if self.inner.kind is None and self._lines == 0:
                self._column = _NEVER  # an item that began empty ends at the first blank line
            self.inner.take(Line(0, ""))
        self._blank = True
        return Step.APART

    # --- lines that begin a block ----------------------------------------------------------------

    def _begin(self, line: Line) -> Step:
        self.fence, self.language, self.is_closed, self.inner = "", "", True, None
        self._lines = 1
        if line.indent > 3:
            self.kind = BlockKind.CODE
        elif line.is_plain:
            self.kind = BlockKind.PARAGRAPH
        elif opened := fence_of(line):
            self._begin_fence(*opened)
        elif is_heading(line):
            self.kind = BlockKind.HEADING
        elif is_rule(line):
            self.kind = BlockKind.RULE
        elif self.depth >= DEEPEST:
            self.kind = BlockKind.PARAGRAPH
        elif is_quote(line):
            self.kind, self.inner = BlockKind.QUOTE, Level(self.depth + 1)
            self.inner.take(unquoted(line))
        elif marker := marker_of(line):
            self.kind, self._list = BlockKind.LIST, marker.kind
            self._begin_item(marker)
        else:
            self.kind = BlockKind.PARAGRAPH
        return Step.BEGINS

    def _begin_fence(self, fence: str, info: str) -> None:
        self.kind, self.fence, self.is_closed = BlockKind.CODE, fence, False
        self.language = info.split(maxsplit=1)[0] if info else ""

    def _begin_item(self, marker: Marker) -> None:
        self._column = marker.content
        self.inner = Level(self.depth + 1)
        self._lines = 0 if marker.is_empty else 1
        if not marker.is_empty:
            self.inner.take(marker.rest)


def _interrupts(line: Line, *, any_marker: bool) -> bool:
    """Whether the line begins a block although a paragraph is open.

    Beside an open list or quote any list marker does; inside one paragraph only one that has text
    and, if numbered, starts at 1.
    """
    if line.indent > 3 or line.is_plain:
        return False
    if fence_of(line) or is_heading(line) or is_rule(line) or is_quote(line):
        return True
    marker = marker_of(line)
    if marker is None:
        return False
    return any_marker or (marker.number == 1 and not marker.is_empty)
