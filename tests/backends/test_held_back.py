"""What a reply holds back is told once, and again where what was told has taken its place."""

from __future__ import annotations

from hfchat_gui.backends.held_back import HeldBack
from hfchat_gui.conversation.reply_events import ReplyHeld, ReplyNoted, TextDelta, ThinkingDelta

TICK = TextDelta("`")


def test_it_is_told_when_it_changes() -> None:
    held = HeldBack()
    assert held.news([], []) == []
    assert held.news([TextDelta("a")], [TICK]) == [ReplyHeld((TICK,))]
    assert held.news([], [TICK]) == []
    assert held.news([ReplyNoted("n")], [TICK]) == []
    assert held.news([], []) == [ReplyHeld()]
    assert held.news([], []) == []


def test_it_is_told_anew_behind_more_of_the_answer() -> None:
    held = HeldBack()
    held.news([], [TICK])
    assert held.news([ThinkingDelta("a")], [TICK]) == [ReplyHeld((TICK,))]
    assert held.news([TextDelta("`b")], []) == []
    assert held.news([], []) == []
