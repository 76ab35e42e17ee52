"""A kept wait ends at its moment, whenever the card is read."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.error_record import ErrorRecord
from hfchat_gui.conversation.waits import seconds_left


@pytest.mark.parametrize(
    ("now", "left"), [(1000.0, 30.0), (1029.5, 0.5), (1030.0, 0.0), (90_000.0, 0.0), (-90e3, 0.0)]
)
def test_the_time_left_ends_with_the_moment_and_is_never_more_than_a_day(
    now: float, left: float
) -> None:
    assert seconds_left(ErrorRecord("busy", "Busy.", again_at=1030.0), now) == left


def test_without_a_moment_nothing_is_to_be_waited() -> None:
    assert seconds_left(ErrorRecord("busy", "Busy."), 0.0) == 0
