"""Where in the column the window is: follows the end, or keeps still what is being read."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor
from time import monotonic

from hfchat_gui.ui.transcript.column import Column

_AHEAD = 400  # pixels beyond the window that are measured when there is time
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
        """Measure what is seen, keeping in place what is read or the end.

        Return whether anything changed its height.
        """
        return self.settle_after(lambda: None)

    def settle_after(self, change: Callable[[], None]) -> bool:
        """Settle after a change of heights that is not to move what is seen now."""
        anchor = None if self.is_following else self._column.anchor_at(self.offset)
        change()
        if anchor is None:
            return self.settle_at(lambda: self.last)
        return self.settle_at(lambda: self._column.y_of(anchor))

    def settle_at(self, place: Callable[[], float]) -> bool:
        """Measure what is seen from a place on, which is asked for until no height changes."""
        moved = False
        for _ in range(_PASSES):
            self.offset = self.bounded(round(place()))
            if not self._column.measure(self.offset, self.offset + self.height):
                break
            moved = True
        return moved

    @property
    def is_something_near(self) -> bool:
        """Whether something just outside the window has not been measured."""
        return not self._column.is_exact(*self._around)

    def look_around(self, until: float) -> None:
        """Measure what is just outside the window, until a time of `perf_counter`."""
        self._column.measure(*self._around, until)

    @property
    def _around(self) -> tuple[int, int]:
        return self.offset - _AHEAD, self.offset + self.height + _AHEAD

    def go(self, offset: float) -> int:
        """Move the window; at the end it begins to follow. Return how far what is seen moved."""
        distance = floor(offset) - self.offset
        if -self.height < distance < 0:
            self._measure_above(-distance)
        before = self.offset
        self.offset = self.bounded(before + distance)
        self.note_place()
        return before - self.offset

    @property
    def is_at_end(self) -> bool:
        """Whether the end of the column can be seen."""
        return self.offset >= self.last - _NEAR_END

    def note_place(self) -> None:
        """Follow the end if the window is there."""
        self.is_following = self.is_at_end

    def _measure_above(self, distance: int) -> None:
        """Measure what a step up will show, so that it does not push down what is seen."""
        anchor = self._column.anchor_at(self.offset)
        for _ in range(_PASSES):
            moved = self._column.measure(self.offset - distance, self.offset)
            self.offset = round(self._column.y_of(anchor)) if anchor else self.offset
            if not moved:
                break

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
