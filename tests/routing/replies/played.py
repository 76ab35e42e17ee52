"""A backend whose replies are written down, and what a backend around it makes of them."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from hfchat_gui.conversation.errors import ChatError
from hfchat_gui.conversation.ports import Backend
from hfchat_gui.conversation.reply_events import ReplyEvent
from hfchat_gui.conversation.request import ChatRequest
from tests.routing.core import at, request


class Played:
    """A backend whose replies are the same each time; `asked` and `closed` count them."""

    def __init__(self, *events: ReplyEvent, failure: ChatError | None = None) -> None:
        self._events = events
        self._failure = failure
        self.asked = 0
        self.closed = 0

    async def reply(self, _: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        """Yield the events, then fail if that is the end."""
        self.asked += 1
        try:
            for event in self._events:
                yield event
            if self._failure is not None:
                raise self._failure
        finally:
            self.closed += 1


async def all_of(backend: Backend) -> list[ReplyEvent]:
    """All that one reply brings."""
    async with aclosing(backend.reply(request(at("http://127.0.0.1:1")))) as reply:
        return [event async for event in reply]
