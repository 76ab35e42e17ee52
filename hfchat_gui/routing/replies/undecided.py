"""A reply of a server that has not said yet what it is: that is asked first, with each try."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from hfchat_gui.conversation.ports import Decision
from hfchat_gui.conversation.reply_events import ReplyEvent, Rerouted
from hfchat_gui.conversation.request import ChatRequest


class Undecided:
    """A backend that decides only once it is asked for a reply."""

    def __init__(self, decide: Callable[[], Awaitable[Decision]]) -> None:
        self._decide = decide

    async def reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        """Yield the reply; raise a `ChatError`, also where it cannot be decided yet."""
        decided = await self._decide()
        yield Rerouted(decided.route)
        async with aclosing(decided.backend.reply(request)) as events:
            async for event in events:
                yield event
