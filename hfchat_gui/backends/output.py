"""Gathers what one frame brought into as few reply events as its order allows."""

from __future__ import annotations

from copy import deepcopy
from itertools import groupby
from operator import attrgetter

from hfchat_gui.backends.end_marks import EndMarks
from hfchat_gui.backends.joined_events import joined
from hfchat_gui.backends.surrogates import SurrogateJoiner
from hfchat_gui.backends.think_tags import Kind, Piece, ThinkTags
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    TextBecameThinking,
    TextDelta,
    ThinkingDelta,
)


class Output:
    """Takes text, thinking and other events; `take` gives them with neighbours joined."""

    def __init__(self) -> None:
        self.has_text = False
        self.has_thinking = False
        self._events: list[ReplyEvent] = []
        self._open: list[str] = []
        self._open_is_text = True
        self._text_halves = SurrogateJoiner()
        self._thinking_halves = SurrogateJoiner()
        self._tags = ThinkTags()
        self._marks = EndMarks()

    def text(self, text: str) -> None:
        """Add to the answer; think tags in it are followed."""
        self._add(text, is_text=True)

    def thinking(self, text: str) -> None:
        """Add to the reasoning that the server sends apart from the answer."""
        if self._open_is_text:
            self._join()
        self._tags.reasoning_comes_apart(text)
        self._add(text, is_text=False)

    def event(self, event: ReplyEvent) -> None:
        """Add another event, in its place between the texts."""
        self._join()
        self._events.append(event)

    def take(self) -> list[ReplyEvent]:
        """Return all events since the last call."""
        self._join()
        events, self._events = self._events, []
        return joined(events)

    def held(self) -> list[ReplyEvent]:
        """Return what `close` would, of texts that were taken."""
        return deepcopy(self).close() if self._tags.holds or self._marks.holds else []

    def close(self) -> list[ReplyEvent]:
        """Return the last events: what was held back in case more came."""
        self._join()
        self._emit_thinking(self._thinking_halves.finish())
        self._emit_pieces(self._tags.feed(self._text_halves.finish()))
        self._emit_pieces(self._tags.finish())
        self._emit_text(self._marks.finish())
        return self.take()

    def _add(self, text: str, *, is_text: bool) -> None:
        if self._open and is_text is not self._open_is_text:
            self._join()
        self._open_is_text = is_text
        self._open.append(text)

    def _join(self) -> None:
        if not self._open:
            return
        joined, self._open = "".join(self._open), []
        if self._open_is_text:
            self._emit_pieces(self._tags.feed(self._text_halves.feed(joined)))
        else:
            self._emit_thinking(self._thinking_halves.feed(joined))

    def _emit_pieces(self, pieces: list[Piece]) -> None:
        for kind, same in groupby(pieces, key=attrgetter("kind")):
            text = "".join(piece.text for piece in same)
            if kind is Kind.THINKING:
                self._emit_thinking(text)
            elif kind is Kind.TEXT:
                self._emit_text(self._marks.feed(text))
            else:
                self._emit_text(self._marks.finish())
                self._marks = EndMarks()
                self._events.append(TextBecameThinking())
                self.has_text, self.has_thinking = False, True

    def _emit_text(self, text: str) -> None:
        if text:
            self.has_text = self.has_text or not text.isspace()
            self._events.append(TextDelta(text))

    def _emit_thinking(self, text: str) -> None:
        if text:
            self.has_thinking = True
            self._events.append(ThinkingDelta(text))
