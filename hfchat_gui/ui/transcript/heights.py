"""Where each of very many turns begins, although any of their heights may change at any time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple


class Shape(NamedTuple):
    """What the guess of a turn's height is made of; a turn's characters are a person's or not."""

    own: int  # characters that a person wrote
    others: int  # characters of a reply
    breaks: int  # line ends
    replies: int  # 1 for a reply


class Rates(NamedTuple):
    """How many pixels each of these takes at the present width."""

    own: float = 0.0
    others: float = 0.0
    breaks: float = 0.0
    replies: float = 0.0
    turn: float = 0.0


_NONE = Rates()


class Heights:
    """A row of heights, guessed from shapes until they are set.

    Guesses are sums of running totals, so that another width costs nothing; what is known to
    differ from them is kept in a Fenwick tree.
    """

    def __init__(self, shapes: Iterable[Shape] = (), rates: Rates = _NONE) -> None:
        self._rates = rates
        self._totals: list[list[int]] = [[0], [0], [0], [0]]
        self._known: dict[int, int] = {}
        self._tree = [0]
        self.replace_from(0, list(shapes))

    def guess(self, rates: Rates) -> None:
        """Guess all heights anew."""
        self._rates = rates
        self._known = {}
        self._tree = [0] * (len(self) + 1)

    def __len__(self) -> int:
        return len(self._totals[0]) - 1

    def __getitem__(self, index: int) -> int:
        known = self._known.get(index)
        return self._guessed(index + 1) - self._guessed(index) if known is None else known

    @property
    def total(self) -> int:
        """The sum of all heights."""
        return self.top(len(self))

    def append(self, shape: Shape) -> None:
        """Add a height at the end."""
        self.replace_from(len(self), [shape])

    def replace_from(self, kept: int, shapes: Sequence[Shape]) -> None:
        """Let the first `kept` heights be as they are, and put these after them."""
        for index in range(kept, len(self)):
            self._known.pop(index, None)
        del self._tree[kept + 1 :]
        columns = zip(*shapes, strict=True) if shapes else ((),) * len(self._totals)
        for totals, column in zip(self._totals, columns, strict=True):
            totals[kept:] = accumulate(column, initial=totals[kept])
        surplus = self._surplus(kept)
        for index in range(kept + 1, len(self) + 1):
            before = index - (index & -index)  # above `kept`, all heights are as guessed
            self._tree.append(0 if before >= kept else surplus - self._surplus(before))

    def reshape(self, index: int, shape: Shape) -> None:
        """Take a turn's other shape; its height grows as the guess does."""
        before = self._guessed(index + 1)
        for totals, value in zip(self._totals, shape, strict=True):
            change = value - (totals[index + 1] - totals[index])
            if change:
                totals[index + 1 :] = [total + change for total in totals[index + 1 :]]
        if index in self._known:
            self._known[index] += self._guessed(index + 1) - before

    def set(self, index: int, height: int) -> None:
        """Say how high a turn is."""
        change = height - self[index]
        self._known[index] = height
        at = index + 1
        while change and at < len(self._tree):
            self._tree[at] += change
            at += at & -at

    def top(self, index: int) -> int:
        """Return the sum of the heights before `index`."""
        return self._guessed(index) + self._surplus(index)

    def index_at(self, y: float) -> int:
        """Return which one covers `y`; the first or last one beyond the ends."""
        step = 1 << len(self).bit_length()
        at = surplus = 0
        while step:
            to = at + step
            if to < len(self._tree) and self._guessed(to) + surplus + self._tree[to] <= y:
                at = to
                surplus += self._tree[to]
            step >>= 1
        return max(0, min(at, len(self) - 1))

    def _surplus(self, index: int) -> int:
        """Return how much higher than guessed the turns before `index` are."""
        total = 0
        while index > 0:
            total += self._tree[index]
            index -= index & -index
        return total

    def _guessed(self, index: int) -> int:
        own, others, breaks, replies = self._totals
        rates = self._rates
        return round(
            own[index] * rates.own
            + others[index] * rates.others
            + breaks[index] * rates.breaks
            + replies[index] * rates.replies
            + index * rates.turn
        )
