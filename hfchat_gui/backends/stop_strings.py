"""Ends an answer at a stop string, also where the server was not told of it or repeats it.

What a model thinks may have the string in it. A template that opens the thinking itself cannot be
told from an answer before the closing tag comes. So the request does not end at once where the
name of the model says that it thinks, and no thinking has been seen yet: for a while what follows
is read, and not shown. Everywhere else the reply is over with its first stop string.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from copy import deepcopy

from hfchat_gui.backends.held_back import HeldBack
from hfchat_gui.conversation.errors import ChatError, EmptyAnswer
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    ReplyHeld,
    Served,
    TextBecameThinking,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
)

_THINKS = re.compile(r"think|reason|qwq|(?<![a-z])(?:o?r|z)1(?![a-z0-9])", re.IGNORECASE)
_FAR = 8_000  # letters behind a stop string in which its text may still become thinking
_EMPTY = (
    "The answer began with one of the texts at which it is to stop, so nothing is left of it. "
    "Change these, or try again."
)


class StopStrings:
    """Takes a reply's text piece by piece; what may become a stop string is held back.

    The one that is whole first ends the answer; of those that end together, the longest.
    """

    def __init__(self, stops: Sequence[str]) -> None:
        self._stops = tuple(sorted(set(stops)))
        self._longest = max(map(len, self._stops))
        self._held = ""
        self._rest: list[str] = []  # the stop string, and what came behind it
        self.is_hit = False

    @property
    def holds(self) -> bool:
        """Whether `finish` would return anything."""
        return bool(self._held)

    def feed(self, text: str) -> str:
        """Return what is certainly part of the answer; afterwards `is_hit` says if it is over."""
        if self.is_hit:
            self._rest.append(text)
            return ""
        held = self._held + text
        places = [(at + len(stop), at) for stop in self._stops if (at := held.find(stop)) >= 0]
        if places:
            _, begin = min(places)
            self.is_hit, self._held = True, ""
            self._rest = [held[begin:]]
            return held[:begin]
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
            end = text[-length:]
            at = bisect_left(self._stops, end)
            if at < len(self._stops) and self._stops[at].startswith(end):
                return length
        return 0


async def stopped_at(
    events: AsyncGenerator[ReplyEvent, None], stops: Sequence[str], *, reads_on: bool
) -> AsyncGenerator[ReplyEvent, None]:
    """Yield a reply up to the first of these strings in its text; what it ends early is closed.

    `reads_on`: it may be a model that thinks. Raise `EmptyAnswer` where nothing is left.
    """
    cut, held = _Cut(stops, reads_on=reads_on), HeldBack()
    async with aclosing(events):
        try:
            async for event in events:
                told = cut.take(event)
                for one in [*told, *held.news(told, cut.held())]:
                    yield one
                if cut.is_over:
                    break
        except ChatError:
            if not cut.is_hit:
                for one in cut.rest():
                    yield one
                raise
    if cut.is_hit:
        yield cut.end()


class _Cut:
    """One reply on its way to its stop string."""

    def __init__(self, stops: Sequence[str], *, reads_on: bool) -> None:
        self._strings = StopStrings(stops)
        self._reads_on = reads_on
        self._is_settled = False  # thinking has been seen: what comes now is the answer
        self._has_text = False
        self._has_call = False
        self._behind = 0  # letters that came behind the stop string
        self._calls: list[ReplyEvent] = []  # that came behind it
        self._below: tuple[ReplyEvent, ...] = ()  # what whoever sends the events holds back

    @property
    def is_hit(self) -> bool:
        return self._strings.is_hit

    @property
    def is_over(self) -> bool:
        """Whether nothing that may still come belongs to the reply."""
        may_go_on = self._reads_on and not self._is_settled and self._behind <= _FAR
        return self.is_hit and not may_go_on

    def take(self, event: ReplyEvent) -> list[ReplyEvent]:
        """Return what can be told now."""
        if isinstance(event, ReplyHeld):
            self._below = event.events
            return []
        if isinstance(event, Served):
            self._reads_on = self._reads_on or is_thinker(event.model)
            return [event]
        if isinstance(event, TextDelta | TextBecameThinking | ThinkingDelta | ToolCallDelta):
            self._below = ()
            return self._content(event)
        if isinstance(event, ReplyFinished):
            return [] if self.is_hit else [*self.rest(), event]
        return [event]

    def held(self) -> list[ReplyEvent]:
        """Return what would still be told if the reply ended now."""
        if not (self._below or self._strings.holds):
            return []
        ended = deepcopy(self)
        told = [one for event in self._below for one in ended.take(event)]
        return [*told, *ended.rest()]

    def rest(self) -> list[ReplyEvent]:
        """Return what was held back, now that nothing more comes."""
        return self._texts(self._strings.finish())

    def end(self) -> ReplyEvent:
        """Return the end of a reply that has met its stop string."""
        if not (self._has_text or self._has_call):
            raise EmptyAnswer(_EMPTY)
        return ReplyFinished("stop")

    def _content(
        self, event: TextDelta | TextBecameThinking | ThinkingDelta | ToolCallDelta
    ) -> list[ReplyEvent]:
        if isinstance(event, TextDelta):
            self._behind += len(event.text) if self.is_hit else 0
            return self._texts(self._strings.feed(event.text))
        if isinstance(event, TextBecameThinking):
            texts, calls = self._texts(self._strings.undo()), self._calls
            self._calls, self._has_text, self._is_settled = [], False, True
            self._has_call = self._has_call or bool(calls)
            return [*texts, *calls, event]
        self._is_settled = self._is_settled or isinstance(event, ThinkingDelta)
        if self.is_hit:
            self._calls += [event] if isinstance(event, ToolCallDelta) else []
            return []
        self._has_call = self._has_call or isinstance(event, ToolCallDelta)
        return [event]

    def _texts(self, text: str) -> list[ReplyEvent]:
        self._has_text = self._has_text or bool(text.strip())
        return [TextDelta(text)] if text else []


def is_thinker(name: str) -> bool:
    """Whether a model's name says that it thinks before it answers."""
    return _THINKS.search(name) is not None
