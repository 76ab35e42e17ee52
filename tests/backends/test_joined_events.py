"""Tests for joining one frame's events."""

from __future__ import annotations

from functools import reduce
from random import Random

import pytest

from hfchat_gui.backends.joined_events import joined
from hfchat_gui.conversation.growth import grown
from hfchat_gui.conversation.message import Message, Role
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyNoted,
    ReplyWaiting,
    TextBecameThinking,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
    WaitReason,
)

T, K, C = TextDelta, ThinkingDelta, ToolCallDelta
READING = WaitReason.READING_PROMPT


@pytest.mark.parametrize(
    ("events", "result"),
    [
        ([], []),
        ([T("a"), K("x"), T("b"), K("y")], [T("ab"), K("xy")]),
        ([K("x"), T("a"), K("y")], [K("xy"), T("a")]),
        ([T("a"), ReplyNoted("n"), T("b")], [T("a"), ReplyNoted("n"), T("b")]),
        ([T("a"), TextBecameThinking(), T("b")], [T("a"), TextBecameThinking(), T("b")]),
        (
            [C(0, "i", "f", "{"), C(0, arguments="}"), C(1, "j", "g"), C(0, arguments=" ")],
            [C(0, "i", "f", "{} "), C(1, "j", "g")],
        ),
        ([C(0, arguments="{"), C(0, "i", "f", "}")], [C(0, "i", "f", "{}")]),
        ([T("a"), C(0, "i", "f"), T("b")], [T("a"), C(0, "i", "f"), T("b")]),
        (
            [ReplyWaiting(READING, 0.1), ReplyWaiting(READING, 0.2), T("a")],
            [ReplyWaiting(READING, 0.2), T("a")],
        ),
    ],
)
def test_as_few_events_are_left_as_mean_the_same(
    events: list[ReplyEvent], result: list[ReplyEvent]
) -> None:
    assert joined(events) == result


def test_a_very_long_text_stays_in_pieces_that_are_taken_in_one_by_one() -> None:
    sizes = [len(e.text) for e in joined([T("a" * 300_000), T("b" * 300_000)]) if isinstance(e, T)]
    assert sizes == [262_144, 262_144, 75_712]


def test_a_turn_grows_to_the_same_by_joined_events_as_by_single_ones() -> None:
    random = Random(4)
    for _ in range(300):
        calls = 0
        events: list[ReplyEvent] = []
        for number in range(random.randrange(1, 12)):
            kind = random.randrange(5)
            if kind == 0:
                events.append(T(f"t{number}"))
            elif kind == 1:
                events.append(K(f"k{number}"))
            elif kind == 2:
                events.append(C(calls, f"id{calls}", "f", "{"))
                calls += 1
            elif kind == 3 and calls:
                events.append(C(random.randrange(calls), arguments=f"{number}"))
            else:
                events.append(TextBecameThinking())
        assert _after(joined(events)) == _after(events), events


def _after(events: list[ReplyEvent]) -> tuple[object, ...]:
    turn = reduce(lambda turn, event: grown(turn, event, 1.0), events, Message(Role.ASSISTANT, ()))
    return turn.parts, turn.thinking
