"""Where each of very many turns begins, although any of their heights may change at any time."""

from __future__ import annotations

from collections.abc import Iterable


class Heights:
    """A row of heights whose sums are found and changed in few steps (a Fenwick tree)."""

    def __init__(self, heights: Iterable[int] = ()) -> None:
        self._heights = list(heights)
        self._tree = [0, *self._heights]
        for index in range(1, len(self._tree)):
            above = index + (index & -index)
            if above < len(self._tree):
                self._tree[above] += self._tree[index]

    def __len__(self) -> int:
        return len(self._heights)

    def __getitem__(self, index: int) -> int:
        return self._heights[index]

    @property
    def total(self) -> int:
        """The sum of all heights."""
        return self.top(len(self._heights))

    def append(self, height: int) -> None:
        """Add a height at the end."""
        index = len(self._tree)
        below = index - (index & -index)
        self._tree.append(self.top(index - 1) - self.top(below) + height)
        self._heights.append(height)

    def set(self, index: int, height: int) -> None:
        """Change one height."""
        change = height - self._heights[index]
        self._heights[index] = height
        at = index + 1
        while change and at < len(self._tree):
            self._tree[at] += change
            at += at & -at

    def top(self, index: int) -> int:
        """Return the sum of the heights before `index`."""
        total = 0
        while index > 0:
            total += self._tree[index]
            index -= index & -index
        return total

    def index_at(self, y: float) -> int:
        """Return which one covers `y`; the first or last one beyond the ends."""
        step = 1 << len(self._heights).bit_length()
        at, left = 0, y
        while step:
            if at + step < len(self._tree) and self._tree[at + step] <= left:
                at += step
                left -= self._tree[at]
            step >>= 1
        return max(0, min(at, len(self._heights) - 1))
