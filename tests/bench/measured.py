"""What a benchmark found, beside its reference and its budget, and how that is printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_HEADS = ("what", "ours", "reference", "measure", "budget", "")


@dataclass(frozen=True, slots=True)
class Measured:
    """One line of the table.

    `figure` is what the budget is about. `most` and `least` are the budget; without either the
    line only tells. `ours` and `reference` say how the figure came about.
    """

    what: str
    ours: str
    figure: float | None = None
    form: str = "{:.2f}"
    reference: str = ""
    most: float | None = None
    least: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether the budget is missed."""
        if self.figure is None:
            return False
        too_much = self.most is not None and self.figure > self.most
        return too_much or (self.least is not None and self.figure < self.least)

    def cells(self) -> tuple[str, ...]:
        """What stands in the columns."""
        figure = "" if self.figure is None else self.form.format(self.figure)
        budget = ""
        if self.most is not None:
            budget = "≤ " + self.form.format(self.most)
        elif self.least is not None:
            budget = "≥ " + self.form.format(self.least)
        verdict = "" if not budget or self.figure is None else "MISSED" if self.is_over else "kept"
        return self.what, self.ours, self.reference, figure, budget, verdict


def table(results: Sequence[Measured]) -> str:
    """All lines below each other, in columns."""
    rows = [_HEADS, *(result.cells() for result in results)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADS))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
