"""A reply with a word ahead of it: what was done on the way that the person should know."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from hfchat_gui.conversation.ports import Backend
from hfchat_gui.conversation.reply_events import ReplyEvent, ReplyNoted
from hfchat_gui.conversation.request import ChatRequest


class NotedReply:
    """A backend whose every reply begins with a note."""

    def __init__(self, backend: Backend, note: str) -> None:
        self._backend = backend
        self._note = note

    async def reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        """Yield the note, then the reply; raise a `ChatError`."""
        yield ReplyNoted(self._note)
        async with aclosing(self._backend.reply(request)) as events:
            async for event in events:
                yield event
