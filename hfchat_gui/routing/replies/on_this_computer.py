"""A reply of the model on this computer: brings its engine up, and sees to it afterwards."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.conversation.errors import Interrupted, ServerFailed, TimedOut, Unreachable
from hfchat_gui.conversation.reply_events import ReplyEvent, TextDelta, ThinkingDelta
from hfchat_gui.conversation.request import ChatRequest
from hfchat_gui.local.engine import Engine
from hfchat_gui.local.engines import Engines
from hfchat_gui.network.client import HttpClient
from hfchat_gui.network.credentials import Credential

_CONNECTION_LOST = (Interrupted, Unreachable, TimedOut, ServerFailed)


class OnThisComputer:
    """A backend for one model file on this computer."""

    def __init__(self, client: HttpClient, engines: Engines, model_file: Path) -> None:
        self._client = client
        self._engines = engines
        self._model_file = model_file

    async def reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        """Yield the progress of loading where the engine does not run, then the reply.

        Raises a `ChatError`; `EngineFailed` with the cause where the engine ended in between.
        """
        async with (
            self._engines.using(self._model_file) as engine,
            aclosing(self._reply_of(engine, request)) as events,
        ):
            async for event in events:
                yield event

    async def _reply_of(
        self, engine: Engine, request: ChatRequest
    ) -> AsyncGenerator[ReplyEvent, None]:
        async with aclosing(engine.prepare()) as progress:
            async for waiting in progress:
                yield waiting
        writing, ended = False, False
        try:
            with engine.answering():
                async with aclosing(self._backend(engine).reply(request)) as events:
                    async for event in events:
                        writing = writing or isinstance(event, TextDelta | ThinkingDelta)
                        yield event
                ended = True
        except _CONNECTION_LOST as lost:
            raise await engine.cause() or lost from lost
        finally:
            if not ended:
                engine.settle_after_stop(writing=writing)

    def _backend(self, engine: Engine) -> ChatCompletions:
        address = engine.address
        return ChatCompletions(
            self._client,
            address,
            engine.model_file.stem,
            server="llama.cpp",
            credential=Credential.for_url(address, engine.key),
            is_embedded=True,
        )
