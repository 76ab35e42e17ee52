"""A reply of the model on this computer: brings its engine up, and sees to it afterwards."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.conversation.errors import Interrupted, ServerFailed, TimedOut, Unreachable
from hfchat_gui.conversation.reply_events import ReplyEvent, TextDelta, ThinkingDelta
from hfchat_gui.conversation.request import ChatRequest
from hfchat_gui.local.engine import Engine
from hfchat_gui.network.client import HttpClient
from hfchat_gui.network.credentials import Credential

_CONNECTION_LOST = (Interrupted, Unreachable, TimedOut, ServerFailed)


class LocalReply:
    """A backend for one model on this computer."""

    def __init__(self, client: HttpClient, engine: Engine) -> None:
        self._client = client
        self._engine = engine

    async def reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        """Yield the progress of loading where the engine does not run, then the reply.

        Raises a `ChatError`; `EngineFailed` with the cause where the engine ended in between.
        """
        async with aclosing(self._engine.prepare()) as progress:
            async for waiting in progress:
                yield waiting
        writing, ended = False, False
        try:
            with self._engine.answering():
                async with aclosing(self._backend().reply(request)) as events:
                    async for event in events:
                        writing = writing or isinstance(event, TextDelta | ThinkingDelta)
                        yield event
                ended = True
        except _CONNECTION_LOST as lost:
            raise await self._engine.cause() or lost from lost
        finally:
            if not ended:
                self._engine.settle_after_stop(writing=writing)

    def _backend(self) -> ChatCompletions:
        address = self._engine.address
        return ChatCompletions(
            self._client,
            address,
            self._engine.model_file.stem,
            server="llama.cpp",
            credential=Credential.for_url(address, self._engine.key),
            first_byte=None,  # a long conversation is read for minutes on a slow computer
        )
