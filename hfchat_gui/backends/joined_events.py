"""Makes of one frame's events as few as mean the same: each costs the window a step of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyWaiting,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
)

_LONGEST = 256 * 1024  # of the text in one event: so much is taken in before anything else


def joined(events: Iterable[ReplyEvent]) -> list[ReplyEvent]:
    """Return the events with the same kind joined.

    Thinking stands apart from the answer, so that it joins across the texts and calls of a frame;
    text and calls keep their order. Of how far the server has come, the last account counts.
    """
    found: list[ReplyEvent] = []
    for kind, same in groupby(events, key=_kind):
        if kind == "content":
            found += _content(list(same))
        elif kind == "waiting":
            *_, last = same
            found.append(last)
        else:
            found += same
    return found


def _kind(event: ReplyEvent) -> str:
    if isinstance(event, TextDelta | ThinkingDelta | ToolCallDelta):
        return "content"
    return "waiting" if isinstance(event, ReplyWaiting) else ""


def _content(events: list[ReplyEvent]) -> list[ReplyEvent]:
    thinking = [event.text for event in events if isinstance(event, ThinkingDelta)]
    rest = (event for event in events if not isinstance(event, ThinkingDelta))
    answer: list[ReplyEvent] = []
    for kind, same in groupby(rest, key=type):
        if kind is TextDelta:
            text = "".join(event.text for event in same if isinstance(event, TextDelta))
            answer += [TextDelta(part) for part in _parts(text)]
        else:
            answer += _calls(event for event in same if isinstance(event, ToolCallDelta))
    thought = [ThinkingDelta(part) for part in _parts("".join(thinking))]
    return [*thought, *answer] if isinstance(events[0], ThinkingDelta) else [*answer, *thought]


def _calls(pieces: Iterable[ToolCallDelta]) -> Iterator[ToolCallDelta]:
    by_index: dict[int, list[ToolCallDelta]] = {}
    for piece in pieces:
        by_index.setdefault(piece.index, []).append(piece)
    for index, same in by_index.items():
        yield ToolCallDelta(
            index,
            next((piece.id for piece in same if piece.id), ""),
            next((piece.name for piece in same if piece.name), ""),
            "".join(piece.arguments for piece in same),
        )


def _parts(text: str) -> list[str]:
    return [text[at : at + _LONGEST] for at in range(0, len(text), _LONGEST)]
