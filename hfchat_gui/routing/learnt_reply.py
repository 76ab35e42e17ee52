"""A reply from a typed address; what was learnt of it is dropped when it no longer fits."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.backends.text_generation import TextGeneration
from hfchat_gui.conversation.errors import ModelUnknown, NotAChatServer
from hfchat_gui.conversation.ports import RememberedFacts
from hfchat_gui.conversation.reply_events import ReplyEvent
from hfchat_gui.conversation.request import ChatRequest


class LearntReply:
    """A backend that follows remembered facts, so that the next try asks anew if they are wrong."""

    def __init__(
        self, backend: ChatCompletions | TextGeneration, facts: RememberedFacts, address: str
    ) -> None:
        self._backend = backend
        self._facts = facts
        self._address = address

    async def reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        """Yield the reply; raise a `ChatError`."""
        try:
            async with aclosing(self._backend.reply(request)) as events:
                async for event in events:
                    yield event
        except (NotAChatServer, ModelUnknown):
            await self._facts.forget(self._address)
            raise
