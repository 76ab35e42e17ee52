"""A reply of a server that was not ready to say what it is: it is asked that anew with each try."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from hfchat_gui.conversation.errors import ChatError
from hfchat_gui.conversation.ports import Decision
from hfchat_gui.conversation.reply_events import ReplyEvent, Rerouted
from hfchat_gui.conversation.request import ChatRequest


class LateReply:
    """A backend that fails first as the server did, and then decides by what the server says."""

    def __init__(self, failure: ChatError, decide: Callable[[], Awaitable[Decision]]) -> None:
        self._failure: ChatError | None = failure
        self._decide = decide

    async def reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        """Yield the reply; raise a `ChatError`."""
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure
        decided = await self._decide()
        yield Rerouted(decided.route)
        async with aclosing(decided.backend.reply(request)) as events:
            async for event in events:
                yield event
