"""Whatever a server sends, however it is cut: the text is right, and nothing breaks or hangs.

The kinds of input: replies that were made up first, as streams and as whole answers, so that what
shall be read is known; streams of text that were damaged, which a second reader reads as well; any
other damaged bytes; and bodies of every other kind that is asked for (`any_bodies`).
"""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest

from hfchat_gui.backends.reply_reader import Item, ReplyReader
from hfchat_gui.conversation.errors import ChatError, EmptyAnswer, Interrupted, ServerFailed
from hfchat_gui.conversation.reply_events import (
    ReplyFinished,
    ReplyHeld,
    TextBecameThinking,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
    UsageReported,
)
from hfchat_gui.network.content import decoded
from tests.backends import any_bodies
from tests.backends.body_plans import KEY, in_json, whole_answer
from tests.backends.damage import compressed, cut, damaged
from tests.backends.reading import ASKED
from tests.backends.reference_reader import Reading, reference
from tests.backends.stream_plans import IN_CODE, TAGS, WORDS, Frame, Plan, plan, rendered

MOST_SECONDS = 2.0
STOPPED = ["deltas", "deltas", "growing", "pieces", "counted"]


class Seen:
    """A reply as the person sees it at its end."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.thinking, self.text, self.usage = "", "", (0, 0)
        calls: dict[int, list[str]] = {}
        for item in items:
            if isinstance(item, TextDelta):
                self.text += item.text
            elif isinstance(item, ThinkingDelta):
                self.thinking += item.text
            elif isinstance(item, TextBecameThinking):
                self.thinking, self.text = self.thinking + self.text, ""
            elif isinstance(item, ToolCallDelta):
                call = calls.setdefault(item.index, ["", "", ""])
                call[:] = call[0] or item.id, call[1] or item.name, call[2] + item.arguments
            elif isinstance(item, UsageReported):
                self.usage = item.usage.prompt_tokens, item.usage.completion_tokens
        self.calls = [tuple(call) for call in calls.values()]
        self.end = items[-1]
        ends = [item for item in items if isinstance(item, ReplyFinished | ChatError)]
        assert ends == [self.end]
        (self.thinking + self.text).encode()

    def told(self) -> tuple[object, ...]:
        return self.thinking, self.text, self.usage, self.calls, type(self.end), str(self.end)


def read(pieces: Sequence[bytes]) -> Seen:
    began = time.process_time()
    reader = ReplyReader({}, ASKED)
    items = [item for piece in pieces for item in reader.feed(piece)]
    items += reader.finish()
    assert time.process_time() - began < MOST_SECONDS
    return Seen(items)


def check_plan(random: Random) -> None:
    """A reply that was made up is read as it was meant, however its bytes are cut."""
    made = plan(random)
    body = rendered(made, random)
    for pieces in ([body], cut(body, random)):
        seen = read(pieces)
        assert (seen.thinking, seen.text) == (made.thinking, made.text), body
        assert seen.calls == list(made.calls), body
        assert seen.usage == (made.usage or (0, 0)), body
        assert _is_right_end(seen.end, made), (seen.end, body)
    packed, right = compressed(body, random), read([body]).told()
    for pieces in ([packed], cut(packed, random)):
        assert read(list(decoded(pieces, "gzip", "gpu.example"))).told() == right, body


def check_stopped_plan(random: Random) -> None:
    """Wherever a reply is stopped, what is held back is all that its end would have told."""
    frame, words = Frame(random), [*WORDS, *TAGS, *IN_CODE, "more "]
    reader, items, form = ReplyReader({}, ASKED), list[Item](), random.choice(STOPPED)
    number, grown = random.choice([0, 0, 1]), ""
    for at in range(random.randrange(1, 12)):
        text = "".join(random.choices(words, k=random.randrange(4)))
        grown = grown + text if form == "growing" else text
        field = "reasoning" if random.random() < 0.1 else "content"
        inner = {"message" if form in ("growing", "pieces") else "delta": {field: grown}}
        numbered = {"index": at if form == "counted" else number, **inner}
        items += reader.feed(frame.event({"choices": [numbered]}))
    held = [item for item in items if isinstance(item, ReplyHeld)]
    told = [*items, *(held[-1].events if held and items[-1] == held[-1] else ())]
    ended = Seen([*items, *reader.break_off(Interrupted("Stopped."))]).told()
    assert Seen([*told, Interrupted("Stopped.")]).told() == ended, (items, ended)


def check_whole_plan(random: Random) -> None:
    """A reply that was made up is read as it was meant from one JSON answer too."""
    made = replace(plan(random), ending=random.choice(["both", "both", "error"]))
    body = in_json(whole_answer(made, random), random)
    seen = _check_cuts(body, random)
    if made.ending != "error":
        assert (seen.thinking, seen.text) == (made.thinking, made.text), body
        assert seen.calls == list(made.calls), body
        assert seen.usage == (made.usage or (0, 0)), body
    assert _is_right_end(seen.end, made), (seen.end, body)
    _check_cuts(damaged(body, random), random)


def _is_right_end(end: Item, made: Plan) -> bool:
    if made.ending == "error":
        return isinstance(end, ChatError) and "it broke" in str(end)
    if made.ending == "none":
        return isinstance(end, Interrupted)
    if made.text.strip() or made.calls:
        return end == ReplyFinished("stop")
    return isinstance(end, EmptyAnswer)


def check_damaged_plan(random: Random) -> None:
    """What is left of a damaged stream is read alike, however its bytes are cut."""
    body = damaged(rendered(plan(random), random), random)
    _check_cuts(body, random)
    packed = damaged(gzip.compress(body, 1), random)
    reader = ReplyReader({}, ASKED)
    items: list[Item] = []
    try:
        for piece in decoded(cut(packed, random), "gzip", "gpu.example"):
            items += reader.feed(piece)
        items += reader.finish()
    except ChatError as failure:
        items += reader.break_off(failure)
    Seen(items)


def check_damaged_text(random: Random) -> None:
    """A second reader finds the same in a damaged stream of text."""
    frame, words = Frame(random), [*WORDS, *TAGS]
    texts = [
        "".join(random.choices(words, k=random.randrange(6))) for _ in range(random.randrange(9))
    ]
    chunks = [
        {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]}
        for text in texts
    ]
    body = b"".join(map(frame.event, chunks))
    body += frame.raw(b"[DONE]") if random.random() < 0.7 else b""
    if random.random() < 0.7:
        body = damaged(body, random)
    seen = _check_cuts(body, random)
    if (right := reference(body)) is not None:
        _compare(seen, right, body)


def _check_cuts(body: bytes, random: Random) -> Seen:
    seen = read([body])
    assert read(cut(body, random)).told() == seen.told(), body
    return seen


def _compare(seen: Seen, right: Reading, body: bytes) -> None:
    assert (seen.thinking, seen.text) == (right.thinking, right.text), body
    is_empty = not seen.text.strip()
    kinds = {
        "error": ChatError,
        "interrupted": Interrupted,
        "finished": EmptyAnswer if is_empty else ReplyFinished,
    }
    assert isinstance(seen.end, kinds[right.end]), (seen.end, body)


STREAMS = (check_plan, check_stopped_plan, check_damaged_plan, check_damaged_text)
BODIES = (check_whole_plan, *any_bodies.CHECKS)
CHECKS = (*STREAMS, *STREAMS, *BODIES)


def check_all(checks: Sequence[Callable[[Random], None]], seeds: range) -> None:
    for seed in seeds:
        try:
            checks[seed % len(checks)](Random(seed))
        except BaseException as fault:
            fault.add_note(f"input {seed}")
            raise


def test_hundreds_of_streams_are_read_right() -> None:
    check_all(STREAMS, range(600))


def test_hundreds_of_bodies_are_read_right() -> None:
    check_all(BODIES, range(900))


def test_the_checks_see_a_planted_leak_and_an_error_without_a_word() -> None:
    for error in (ServerFailed(f"It said {KEY}."), ServerFailed("")):
        with pytest.raises(AssertionError):
            any_bodies.fits(error, KEY)


@pytest.mark.heavy
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(8))
def test_two_hundred_thousand_inputs_are_read_right(part: int) -> None:
    check_all(CHECKS, range(part * 25_000, (part + 1) * 25_000))
