"""Whatever a server sends, however it is cut: the text is right, and nothing breaks or hangs.

Three kinds of input: replies that were made up first, so that what shall be read is known; streams
of text that were damaged, which a second reader reads as well; and any other damaged bytes.
"""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from hfchat_gui.backends.reply_reader import Item, ReplyReader
from hfchat_gui.conversation.errors import ChatError, EmptyAnswer, Interrupted
from hfchat_gui.conversation.reply_events import (
    ReplyFinished,
    TextBecameThinking,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
    UsageReported,
)
from hfchat_gui.network.content import decoded
from tests.backends.reading import ASKED
from tests.backends.reference_reader import Reading, reference
from tests.backends.stream_plans import TAGS, WORDS, Frame, Plan, plan, rendered

MOST_SECONDS = 2.0


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


def cut(body: bytes, random: Random) -> list[bytes]:
    """The body in pieces: all of its bytes, or a few borders anywhere."""
    if random.random() < 0.2:
        return [body[at : at + 1] for at in range(len(body))]
    places = sorted(random.randrange(len(body) + 1) for _ in range(random.choice([1, 2, 9])))
    return [body[a:b] for a, b in zip([0, *places], [*places, len(body)], strict=True)]


def compressed(body: bytes, random: Random) -> bytes:
    """The body as one member of gzip or as several."""
    members = [body] if random.random() < 0.5 else cut(body, random)
    return b"".join(gzip.compress(member, 1) for member in members)


def damaged(body: bytes, random: Random) -> bytes:
    """The body with a few bytes changed, lost, doubled, put in or cut off."""
    for _ in range(random.choice([1, 1, 2, 5])):
        at, to = sorted(random.randrange(len(body) + 1) for _ in range(2))
        piece = body[at : min(to, at + random.choice([1, 4, 60]))]
        put = random.choice(
            [
                b"",
                b"",
                piece * 2,
                b"\r",
                b"\n",
                b"\n\n",
                b"\xff",
                b"\xf0\x9f",
                b"{",
                b'"',
                b"data: ",
                b"\\ud83d",
            ]
        )
        body = body[:at] + put + body[at + len(piece) :]
        if random.random() < 0.1:
            body = body[: random.randrange(len(body) + 1)]
    return body


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


CHECKS = (check_plan, check_damaged_plan, check_damaged_text)


def check_all(seeds: Iterator[int] | range) -> None:
    for seed in seeds:
        try:
            CHECKS[seed % len(CHECKS)](Random(seed))
        except BaseException as fault:
            fault.add_note(f"input {seed}")
            raise


def test_hundreds_of_streams_are_read_right() -> None:
    check_all(range(600))


@pytest.mark.heavy
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(8))
def test_two_hundred_thousand_streams_are_read_right(part: int) -> None:
    check_all(range(part * 25_000, (part + 1) * 25_000))
