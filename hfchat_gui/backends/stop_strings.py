"""Ends an answer at a stop string, also where the server was not told of it or repeats it.

What a model thinks may have the string in it. As long as the text may still turn out to have been
thinking, a stop string in it does not end the request at once: for a while what follows is read,
and not shown.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from hfchat_gui.conversation.errors import ChatError, EmptyAnswer
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    TextBecameThinking,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
)

_FAR = 8_000  # letters behind a stop string in which its text may still become thinking
_EMPTY = (
    "The answer began with one of the texts at which it is to stop, so nothing is left of it. "
    "Change these, or try again."
)


class StopStrings:
    """Takes a reply's text piece by piece; what may become a stop string is held back."""

    def __init__(self, stops: Sequence[str]) -> None:
        self._stops = tuple(stops)
        self._longest = max(map(len, self._stops))
        self._held = ""
        self._rest: list[str] = []  # the stop string, and what came behind it
        self.is_hit = False

    def feed(self, text: str) -> str:
        """Return what is certainly part of the answer; afterwards `is_hit` says if it is over."""
        if self.is_hit:
            self._rest.append(text)
            return ""
        held = self._held + text
        places = [at for stop in self._stops if (at := held.find(stop)) >= 0]
        if places:
            self.is_hit, self._held = True, ""
            self._rest = [held[min(places) :]]
            return held[: min(places)]
        keep = self._open_end(held)
        self._held = held[len(held) - keep :]
        return held[: len(held) - keep]

    def finish(self) -> str:
        """Return what was held back: it was no stop string."""
        held, self._held = self._held, ""
        return held

    def undo(self) -> str:
        """Return all that was held or cut off, and begin anew: it was no part of the answer."""
        rest, self._rest = "".join(self._rest), []
        self.is_hit = False
        return self.finish() + rest

    def _open_end(self, text: str) -> int:
        """Return how many last characters may be the beginning of a stop string."""
        for length in range(min(len(text), self._longest - 1), 0, -1):
            if any(stop.startswith(text[-length:]) for stop in self._stops):
                return length
        return 0


async def stopped_at(
    events: AsyncGenerator[ReplyEvent, None], stops: Sequence[str]
) -> AsyncGenerator[ReplyEvent, None]:
    """Yield a reply up to the first of these strings in its text; what it ends early is closed.

    Raise `EmptyAnswer` where that leaves nothing.
    """
    cut = _Cut(stops)
    async with aclosing(events):
        try:
            async for event in events:
                for told in cut.take(event):
                    yield told
                if cut.is_over:
                    break
        except ChatError:
            if not cut.is_hit:
                for told in cut.rest():
                    yield told
                raise
    if cut.is_hit:
        yield cut.end()


class _Cut:
    """One reply on its way to its stop string."""

    def __init__(self, stops: Sequence[str]) -> None:
        self._strings = StopStrings(stops)
        self._may_become_thinking = True
        self._has_answer = False
        self._behind = 0  # letters that came behind the stop string

    @property
    def is_hit(self) -> bool:
        return self._strings.is_hit

    @property
    def is_over(self) -> bool:
        """Whether nothing that may still come belongs to the reply."""
        return self.is_hit and not self._may_become_thinking

    def take(self, event: ReplyEvent) -> list[ReplyEvent]:
        """Return what can be told now."""
        if isinstance(event, TextDelta):
            if self.is_hit:
                self._behind += len(event.text)
                self._may_become_thinking = self._behind <= _FAR
            return self._texts(self._strings.feed(event.text))
        if isinstance(event, TextBecameThinking):
            texts = self._texts(self._strings.undo())
            self._has_answer = self._may_become_thinking = False
            return [*texts, event]
        if isinstance(event, ThinkingDelta):
            self._may_become_thinking = False
        if self.is_hit and isinstance(event, ThinkingDelta | ReplyFinished):
            return []
        self._has_answer = self._has_answer or isinstance(event, ToolCallDelta)
        return [*self.rest(), event] if isinstance(event, ReplyFinished) else [event]

    def rest(self) -> list[ReplyEvent]:
        """Return what was held back, now that nothing more comes."""
        return self._texts(self._strings.finish())

    def end(self) -> ReplyEvent:
        """Return the end of a reply that has met its stop string."""
        if not self._has_answer:
            raise EmptyAnswer(_EMPTY)
        return ReplyFinished("stop")

    def _texts(self, text: str) -> list[ReplyEvent]:
        self._has_answer = self._has_answer or bool(text.strip())
        return [TextDelta(text)] if text else []
