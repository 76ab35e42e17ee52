"""Ends an answer at a stop string, also where the server was not told of it or repeats it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from hfchat_gui.conversation.errors import ChatError
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    TextBecameThinking,
    TextDelta,
)


class StopStrings:
    """Takes a reply's text piece by piece; what may become a stop string is held back."""

    def __init__(self, stops: Sequence[str]) -> None:
        self._stops = tuple(stops)
        self._longest = max(map(len, self._stops))
        self._held = ""
        self.is_hit = False

    def feed(self, text: str) -> str:
        """Return what is certainly part of the answer; afterwards `is_hit` says if it is over."""
        held = self._held + text
        places = [at for stop in self._stops if (at := held.find(stop)) >= 0]
        if places:
            self.is_hit, self._held = True, ""
            return held[: min(places)]
        keep = self._open_end(held)
        self._held = held[len(held) - keep :]
        return held[: len(held) - keep]

    def finish(self) -> str:
        """Return what was held back: it was no stop string."""
        held, self._held = self._held, ""
        return held

    def _open_end(self, text: str) -> int:
        """Return how many last characters may be the beginning of a stop string."""
        for length in range(min(len(text), self._longest - 1), 0, -1):
            if any(stop.startswith(text[-length:]) for stop in self._stops):
                return length
        return 0


async def stopped_at(
    events: AsyncGenerator[ReplyEvent, None], stops: Sequence[str]
) -> AsyncGenerator[ReplyEvent, None]:
    """Yield a reply up to the first of these strings in its text; what it ends early is closed."""
    cut = StopStrings(stops)
    async with aclosing(events):
        try:
            async for event in events:
                if isinstance(event, TextDelta):
                    if text := cut.feed(event.text):
                        yield TextDelta(text)
                    if cut.is_hit:
                        yield ReplyFinished("stop")
                        return
                    continue
                if isinstance(event, ReplyFinished | TextBecameThinking) and (text := cut.finish()):
                    yield TextDelta(text)
                yield event
        except ChatError:
            if text := cut.finish():
                yield TextDelta(text)
            raise
