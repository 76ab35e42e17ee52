"""Going on with an answer that was cut short: only what is new is passed on.

Some servers repeat the beginning that they were given before they go on, and a model may do so by
itself. The one rule: text that begins with the whole beginning loses just that.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import aclosing
from copy import copy

from hfchat_gui.conversation.errors import EmptyAnswer
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    ReplyHeld,
    ReplyNoted,
    TextBecameThinking,
    TextDelta,
    ThinkingDelta,
)

MAY_BEGIN_ANEW = "It is not known whether this server goes on with an answer or begins it anew."
_NOTHING_TO_ADD = "The model had nothing to add."


class NewText:
    """Takes a reply's text and gives what is new in it, after the beginning that is known."""

    def __init__(self, begun: str) -> None:
        self._begun = begun
        self._held = ""
        self._is_decided = not begun

    def feed(self, text: str) -> str:
        """Return what is certainly new; what may be the beginning once more is held back."""
        if self._is_decided:
            return text
        self._held += text
        if self._held.startswith(self._begun):
            self._held = self._held.removeprefix(self._begun)
        elif self._begun.startswith(self._held):
            return ""
        return self.finish()

    def finish(self) -> str:
        """Return what was held back: it was not the whole beginning."""
        self._is_decided = True
        held, self._held = self._held, ""
        return held


async def continued(
    events: AsyncGenerator[ReplyEvent, None], begun: str
) -> AsyncGenerator[ReplyEvent, None]:
    """Yield a reply that goes on from `begun`, without what repeats it; raise a `ChatError`.

    That nothing follows is a good end here: the answer was complete.
    """
    new, has_text, has_thoughts = NewText(begun), False, False
    async with aclosing(events):
        try:
            async for event in events:
                if isinstance(event, TextBecameThinking):
                    continue  # what was an answer before it was cut short stays one
                if isinstance(event, ReplyHeld):
                    yield ReplyHeld(tuple(_new_in(event.events, new)))
                    continue
                has_thoughts = has_thoughts or isinstance(event, ThinkingDelta)
                if text := _text_at(event, new):
                    has_text = True
                    yield TextDelta(text)
                if isinstance(event, ReplyFinished) and not has_text:
                    yield ReplyNoted(_NOTHING_TO_ADD)
                if not isinstance(event, TextDelta):
                    yield event
        except EmptyAnswer:
            if has_thoughts:
                raise
            yield ReplyNoted(_NOTHING_TO_ADD)
            yield ReplyFinished()


def _text_at(event: ReplyEvent, new: NewText) -> str:
    if isinstance(event, TextDelta):
        return new.feed(event.text)
    return new.finish() if isinstance(event, ReplyFinished) else ""


def _new_in(events: Iterable[ReplyEvent], new: NewText) -> Iterator[ReplyEvent]:
    """Yield what is new in events that would follow; what is the beginning once more is not."""
    known = copy(new)
    for event in events:
        if isinstance(event, TextDelta):
            if text := known.feed(event.text):
                yield TextDelta(text)
        elif not isinstance(event, TextBecameThinking):
            yield event
