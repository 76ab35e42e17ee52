"""A missed budget is told as such, and what has none only tells."""

from __future__ import annotations

import pytest

from tests.bench.measured import Measured, table


@pytest.mark.parametrize(
    ("figure", "most", "least", "is_over"),
    [
        (2.9, 3.0, None, False),
        (3.1, 3.0, None, True),
        (0.94, None, 0.93, False),
        (0.92, None, 0.93, True),
        (None, 3.0, None, False),
        (9.0, None, None, False),
    ],
)
def test_a_budget_is_kept_or_missed(
    figure: float | None, most: float | None, least: float | None, is_over: bool
) -> None:
    assert Measured("what", "ours", figure, most=most, least=least).is_over is is_over


def test_the_table_names_figure_and_budget_in_one_form() -> None:
    lines = table(
        [
            Measured("start", "9 ms", 4.0, "{:.2f} ×", "2 ms", most=3.0),
            Measured("package", "not made yet"),
        ]
    ).splitlines()
    assert [line.split() for line in lines[1:]] == [
        ["start", "9", "ms", "2", "ms", "4.00", "×", "≤", "3.00", "×", "MISSED"],
        ["package", "not", "made", "yet"],
    ]
