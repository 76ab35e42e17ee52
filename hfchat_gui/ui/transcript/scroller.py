"""Where in the column the window is: follows the end, or keeps still what is being read."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from time import monotonic

from hfchat_gui.ui.transcript.column import Column

_AHEAD = 400  # pixels beyond the window that are measured already
_PASSES = 12
_NEAR_END = 4
_BAR_PERIOD = 0.25  # seconds; a scroll bar costs more to move than a line of text


class Scroller:
    """Holds `offset`, the column's `y` at the window's top; negative while all turns fit in."""

    def __init__(self, column: Column) -> None:
        self._column = column
        self.offset = 0
        self.height = 0
        self.step = 1
        self.is_following = True
        self._bar_set = 0.0

    @property
    def last(self) -> int:
        """The offset at which the end of the column is at the window's bottom."""
        exact = self._column.total - self.height
        return -(-exact // self.step) * self.step

    def set_pixel_ratio(self, ratio: float) -> None:
        """Choose the smallest step that is whole device pixels, since only such steps blit."""
        self.step = Fraction(ratio).limit_denominator(16).denominator

    def settle(self) -> bool:
        """Measure what is near, keeping in place what is read or the end.

        Return whether anything changed its height.
        """
        anchor = None if self.is_following else self._column.anchor_at(self.offset)
        moved = False
        for _ in range(_PASSES):
            self.offset = self.last if anchor is None else round(self._column.y_of(anchor))
            self.offset = self.bounded(self.offset)
            top, bottom = self.offset - _AHEAD, self.offset + self.height + _AHEAD
            if not self._column.measure(top, bottom):
                break
            moved = True
        return moved

    def go(self, offset: float) -> None:
        """Move the window; at the end it begins to follow."""
        self.offset = self.bounded(floor(offset))
        self.is_following = self.offset >= self.last - _NEAR_END

    def follow(self) -> None:
        """Go to the end and stay there."""
        self.is_following = True
        self.offset = self.last

    def bounded(self, offset: int) -> int:
        """Return the nearest offset that there is, in whole device pixels."""
        last = self.last
        if offset >= last or last <= 0:
            return last
        return max(0, offset // self.step * self.step)

    def bar_is_due(self, *, at_once: bool = False) -> bool:
        """Whether the scroll bar should be moved now."""
        now = monotonic()
        if not at_once and now - self._bar_set < _BAR_PERIOD:
            return False
        self._bar_set = now
        return True
