"""How long and how often is waited: bounds, and what the person sees of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hfchat_gui.conversation.errors import Again, ChatError, ServerBusy, Wait
from hfchat_gui.conversation.reply_events import ReplyWaiting, WaitReason
from hfchat_gui.routing.patience import LOADING_LIMIT, LONGEST_PAUSE, Patience
from tests.routing.core import Waits

NOW = Waits().now


def failed(wait: Wait, after: float | None = None) -> ChatError:
    failure = ServerBusy("Not ready.")
    failure.again = Again(wait, after)
    return failure


def pauses(failure: ChatError, chance: float = 0.5, limit: float = LOADING_LIMIT) -> list[float]:
    """The pauses until it is given up, with time that passes with them."""
    waits, found = Waits(), []
    patience = Patience(replace(waits.clock, chance=lambda: chance), limit)
    while (pause := patience.pause_after(failure)) is not None:
        waits.now += pause.seconds
        found.append(pause.seconds)
    return found


def test_where_waiting_does_not_help_there_is_none() -> None:
    assert pauses(ServerBusy("Gone.")) == []


@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        (failed(Wait.BUSY), [1, 2, 4]),
        (failed(Wait.BUSY, 3.0), [3.15] * 3),
        (failed(Wait.BUSY, 0.5), [1, 2, 4]),
        (failed(Wait.BUSY, LONGEST_PAUSE + 1), []),
        (failed(Wait.ONCE), [1]),
        (failed(Wait.FLOODED), [1]),
        (failed(Wait.FLOODED, 2.0), [2.1] * 3),
    ],
)
def test_tries_are_counted(failure: ChatError, expected: list[float]) -> None:
    assert pauses(failure) == pytest.approx(expected)


def test_loading_is_not_counted_but_has_its_time() -> None:
    found = pauses(failed(Wait.LOADING))
    assert found[:6] == [1, 2, 4, 8, 15, 15]
    assert LOADING_LIMIT - 15 < sum(found) <= LOADING_LIMIT
    assert pauses(failed(Wait.LOADING, 500.0), chance=0.0) == [LONGEST_PAUSE] * 5
    assert pauses(failed(Wait.LOADING), limit=0.5) == []


@pytest.mark.parametrize(("chance", "first"), [(0.0, 0.75), (0.5, 1.0), (1.0, 1.25)])
def test_a_pause_of_our_own_varies_and_what_a_server_asks_for_is_never_cut(
    chance: float, first: float
) -> None:
    assert pauses(failed(Wait.BUSY), chance)[0] == first
    assert pauses(failed(Wait.BUSY, 10.0), chance)[0] == 10.0 * (1 + chance / 10)


def test_the_person_sees_the_try_and_its_bounds() -> None:
    busy = Patience(Waits().clock).pause_after(failed(Wait.BUSY))
    loading = Patience(Waits().clock).pause_after(failed(Wait.LOADING))
    assert busy is not None
    assert loading is not None
    assert busy.waiting == ReplyWaiting(
        WaitReason.SERVER_BUSY, until=NOW + 1, attempt=2, attempts=4
    )
    assert loading.waiting == ReplyWaiting(
        WaitReason.LOADING_MODEL, until=NOW + 1, attempt=2, gives_up=NOW + LOADING_LIMIT
    )
