"""Reads a whole answer at once, and finds its text and its end."""

from __future__ import annotations

from hfchat_gui.backends.asked import Asked
from hfchat_gui.backends.reply_reader import Item, ReplyReader
from hfchat_gui.conversation.errors import ChatError
from hfchat_gui.conversation.reply_events import (
    ReplyFinished,
    TextBecameThinking,
    TextDelta,
    ThinkingDelta,
)

ASKED = Asked("gpu.example", "org/m")


def read(*pieces: bytes, headers: dict[str, str] | None = None) -> list[Item]:
    """The items of an answer that comes in these pieces."""
    reader = ReplyReader(headers or {}, ASKED)
    items = [item for piece in pieces for item in reader.feed(piece)]
    return items + reader.finish()


def text_of(items: list[Item]) -> str:
    """The answer text that is left at the end."""
    text = ""
    for item in items:
        if isinstance(item, TextDelta):
            text += item.text
        elif isinstance(item, TextBecameThinking):
            text = ""
    return text


def thinking_of(items: list[Item]) -> str:
    """All of the reasoning."""
    return "".join(item.text for item in items if isinstance(item, ThinkingDelta))


def last(items: list[Item]) -> Item:
    """The one end of a reply."""
    ends = [item for item in items if isinstance(item, ReplyFinished | ChatError)]
    assert ends == items[-1:]
    return ends[0]
