"""Speaks to every server that has /v1/chat/completions: the router, TGI, vLLM, llama.cpp."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing

from hfchat_gui.backends.dialects import Dialect, dialect, sampling_fields
from hfchat_gui.backends.replies import Asked, refusal
from hfchat_gui.backends.reply_reader import Item, ReplyReader
from hfchat_gui.conversation.errors import ChatError
from hfchat_gui.conversation.reply_events import ReplyEvent, ReplyFinished, ReplyNoted
from hfchat_gui.conversation.request import ChatRequest
from hfchat_gui.network.addresses import api_url, host_of
from hfchat_gui.network.client import HttpClient, HttpRequest, HttpStream
from hfchat_gui.network.credentials import Credential

REST_SECONDS = 2.0
"""How long usage and `[DONE]` are waited for once the server has said why it stopped."""

_MAY_BE_A_FIELD = (400, 422)


class ChatCompletions:
    """A backend for one model at one address.

    `server` is the kind of server as `ServerFacts` has it, or "hf-router". `first_byte`: seconds
    until the answer must begin; None = no limit.
    """

    def __init__(
        self,
        client: HttpClient,
        base: str,
        model: str,
        *,
        server: str = "",
        credential: Credential | None = None,
        first_byte: float | None = 300.0,
    ) -> None:
        self._client = client
        self._url = api_url(base, "chat/completions")
        self._model = model
        self._is_router = server == "hf-router"
        self._dialect = dialect(server)
        self._credential = credential
        self._first_byte = first_byte

    async def reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        """Yield the reply, a frame's text joined; raise a `ChatError`."""
        sampling = sampling_fields(self._dialect, request.sampling)
        body = _body(self._dialect, self._model, request) | dict(sampling.values)
        asked = self._asked(request)
        for note in sampling.notes:
            yield ReplyNoted(note)
        last: Item | None = None
        while last is None:
            async with self._client.open(self._http_request(body)) as stream:
                if 200 <= stream.status < 300:
                    async with aclosing(_items(stream, asked)) as items:
                        async for item in items:
                            if isinstance(item, ReplyFinished | ChatError):
                                last = item
                                break
                            yield item
                else:
                    said = await stream.body()
                    body = self._without_refused(body, stream, said, asked)
        if isinstance(last, ChatError):
            raise last
        yield last

    def _http_request(self, body: Mapping[str, object]) -> HttpRequest:
        return HttpRequest(
            "POST",
            self._url,
            body,
            credential=self._credential,
            headers={"Accept": "text/event-stream, application/json"},
            first_byte=self._first_byte,
        )

    def _asked(self, request: ChatRequest) -> Asked:
        keys = (self._credential.secret.reveal(),) if self._credential else ()
        return Asked(
            host_of(self._url),
            self._model,
            is_hugging_face=self._is_router,
            has_credential=self._credential is not None,
            keys=keys,
            turns=tuple(turn.text for turn in request.turns),
        )

    def _without_refused(
        self, body: dict[str, object], stream: HttpStream, said: bytes, asked: Asked
    ) -> dict[str, object]:
        """Return the body without optional fields that the server names; raise if it names none."""
        named = [
            name
            for name in self._dialect.may_refuse
            if name in body and name.encode() in said and stream.status in _MAY_BE_A_FIELD
        ]
        if not named:
            raise refusal(stream.status, stream.headers, said, asked)
        return {name: value for name, value in body.items() if name not in named}


def _body(speech: Dialect, model: str, request: ChatRequest) -> dict[str, object]:
    """Return the request's body but for the sampling; the model first, for routers that peek."""
    name = model or speech.unnamed_model
    messages = [{"role": turn.role.value, "content": turn.text} for turn in request.turns]
    return {
        **({"model": name} if name else {}),
        "messages": messages,
        "stream": True,
        **speech.always,
    }


async def _items(stream: HttpStream, asked: Asked) -> AsyncGenerator[Item, None]:
    reader = ReplyReader(stream.headers, asked)

    def feed(piece: bytes) -> Sequence[Item]:
        had_reason = reader.has_reason
        items = reader.feed(piece)
        if reader.has_reason and not had_reason:
            stream.end_within(REST_SECONDS)
        return items

    try:
        async with aclosing(stream.batches(feed, reader.finish)) as batches:
            async for batch in batches:
                for item in batch:
                    yield item
                    await asyncio.sleep(0)  # whoever shows one may take long over it
    except ChatError as failure:  # also where it stayed silent after its reason, without `[DONE]`
        for item in reader.break_off(failure):  # pragma: no branch - left at the last item
            yield item
