"""A reply by what is remembered of a server; where that no longer fits, it is learnt anew."""

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
from hfchat_gui.routing.replies.tries import Tries

_CHANGED = "The server at this address has changed since it was asked last, so it was asked anew."


class DecidedAnew:
    """A backend that follows remembered facts, and tries once more with new ones.

    `decide_anew` forgets them, asks the address and decides by what it learns, or returns
    None where that is nothing new; it raises a `ChatError` where the address cannot be a chat.
    """

    def __init__(
        self, remembered: Backend, decide_anew: Callable[[], Awaitable[Decision | None]]
    ) -> None:
        self._remembered = remembered
        self._decide_anew = decide_anew

    async def reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        """Yield the reply; raise a `ChatError`."""
        tries = Tries()
        try:
            async with aclosing(self._remembered.reply(request)) as events:
                async for event in events:
                    if tries.is_news(event):
                        yield event
            return
        except (NotAChatServer, ModelUnknown):
            if tries.has_begun:
                raise
            yield ReplyWaiting(WaitReason.ASKING_SERVER)
            fresh = await self._decide_anew()
            if fresh is None:
                raise
        yield ReplyNoted(_CHANGED)
        yield Rerouted(fresh.route)
        async with aclosing(fresh.backend.reply(request)) as events:
            async for event in events:
                if tries.is_news(event):
                    yield event
