"""A reply from a typed address; where what was learnt of it no longer fits, it is learnt anew."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from hfchat_gui.conversation.errors import ModelUnknown, NotAChatServer
from hfchat_gui.conversation.ports import Backend, Decision
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyNoted,
    ReplyWaiting,
    Rerouted,
    WaitReason,
)
from hfchat_gui.conversation.request import ChatRequest
from hfchat_gui.routing.told_once import BEFORE_AN_ANSWER

_CHANGED = "The server at this address has changed since it was asked last, so it was asked anew."


class LearntReply:
    """A backend that follows remembered facts, and tries once more with new ones.

    `learn_anew` forgets them, asks the address and decides by what it learns, or returns
    None where that is nothing new; it raises a `ChatError` where the address cannot be a chat.
    """

    def __init__(
        self, backend: Backend, learn_anew: Callable[[], Awaitable[Decision | None]]
    ) -> None:
        self._backend = backend
        self._learn_anew = learn_anew

    async def reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        """Yield the reply; raise a `ChatError`."""
        has_begun = False
        noted = []
        try:
            async with aclosing(self._backend.reply(request)) as events:
                async for event in events:
                    if isinstance(event, ReplyNoted):
                        noted.append(event)
                    has_begun = has_begun or not isinstance(event, BEFORE_AN_ANSWER)
                    yield event
            return
        except (NotAChatServer, ModelUnknown):
            if has_begun:
                raise
            yield ReplyWaiting(WaitReason.ASKING_SERVER)
            fresh = await self._learn_anew()
            if fresh is None:
                raise
        yield ReplyNoted(_CHANGED)
        yield Rerouted(fresh.route)
        async with aclosing(fresh.backend.reply(request)) as events:
            async for event in events:
                if event not in noted:
                    yield event
