"""Speaks to every server that has /v1/chat/completions: the router, TGI, vLLM, llama.cpp."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace

from hfchat_gui.backends.asked import Asked, asked_at
from hfchat_gui.backends.continuation import MAY_BEGIN_ANEW, continued
from hfchat_gui.backends.dialects import Dialect, dialect
from hfchat_gui.backends.refused_fields import (
    MOST_ROUNDS,
    LeftOut,
    left_out_note,
    one_after_another,
    refused_fields,
)
from hfchat_gui.backends.replies import refusal
from hfchat_gui.backends.reply_reader import Item, ReplyReader
from hfchat_gui.backends.sampling_fields import Fields, sampling_fields
from hfchat_gui.backends.server_words import read_words
from hfchat_gui.backends.stop_strings import is_thinker, stopped_at
from hfchat_gui.backends.strict_turns import spoken
from hfchat_gui.conversation.errors import ChatError
from hfchat_gui.conversation.origin import is_loopback
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    ReplyNoted,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
)
from hfchat_gui.conversation.request import ChatRequest
from hfchat_gui.network.addresses import api_url
from hfchat_gui.network.client import HttpClient, HttpRequest, HttpStream
from hfchat_gui.network.credentials import Credential

REST_SECONDS = 2.0
"""How long usage and `[DONE]` are waited for once the server has said why it stopped.

Counted anew from each text that comes all the same.
"""

FIRST_BYTE, WITHOUT_CONTENT = 300.0, 600.0
"""How long the answer of another computer may take to begin, and go on with comments alone."""

_MAY_BE_A_FIELD = (400, 422)
_CONTENT = (TextDelta, ThinkingDelta, ToolCallDelta)
_ESSENTIAL = ("model", "messages", "stream")


class ChatCompletions:
    """A backend for one model at one address.

    `server` is the kind of server as `ServerFacts` has it, or "hf-router". `left_out`: the
    fields that the address is known to refuse. `is_embedded`: it is the program's own engine.
    `bill_to`: the organisation that pays in place of the account, at Hugging Face alone. A
    server on this computer may take as long as it likes to begin: a long chat is read for
    minutes there.
    """

    def __init__(
        self,
        client: HttpClient,
        base: str,
        model: str,
        *,
        server: str = "",
        credential: Credential | None = None,
        left_out: LeftOut | None = None,
        is_embedded: bool = False,
        bill_to: str = "",
    ) -> None:
        self._client = client
        self._base = base
        self._url = api_url(base, "chat/completions")
        self._model = model
        self._is_router = server == "hf-router"
        self._dialect = dialect(server)
        self._credential = credential
        self._first_byte = None if is_loopback(base) else FIRST_BYTE
        self._left_out = left_out or LeftOut()
        self._is_embedded = is_embedded
        self._bill_to = bill_to

    def reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        """Yield the reply, a frame's text joined; raise a `ChatError`."""
        sampling = sampling_fields(self._dialect, request.sampling)
        events = self._reply(request, sampling)
        if stops := [stop for stop in request.sampling.stop if stop]:
            events = stopped_at(events, stops, reads_on=is_thinker(self._model))
        return continued(events, request.turns[-1].text) if request.continues else events

    async def _reply(
        self, request: ChatRequest, sampling: Fields
    ) -> AsyncGenerator[ReplyEvent, None]:
        full = _body(self._dialect, self._model, request) | dict(sampling.values)
        for note in self._notes(request, sampling):
            yield ReplyNoted(note)
        body, asked, rounds = self._left_out.without(full), self._asked(request), 0
        last: Item | None = None
        refused: list[str] = []
        while last is None:
            async with self._client.open(self._http_request(body)) as stream:
                heard = asked.hiding(stream.unsaid)
                if 200 <= stream.status < 300:
                    reader = ReplyReader(stream.headers, heard)
                    async with aclosing(_items(stream, reader)) as items:
                        async for item in items:
                            if isinstance(item, ReplyFinished | ChatError):
                                last = item
                                break
                            yield item
                    refused = await _refused_in(reader, body)
                else:
                    refused = await self._refused_by(stream, body, heard, refused)
            if refused:
                last = None
                new = await self._left_out.learn(refused, sampling.values)
                if rounds == MOST_ROUNDS:
                    raise one_after_another(asked.host, refused)
                if new:
                    yield ReplyNoted(left_out_note(new))
                body, rounds = self._left_out.without(body), rounds + 1
        if isinstance(last, ChatError):
            raise last
        yield last

    def _notes(self, request: ChatRequest, sampling: Fields) -> list[str]:
        """Return what the person should know before the request is sent."""
        known = self._left_out.of(sampling.values)
        anew = request.continues and self._dialect.continuing is None
        return [
            *sampling.notes,
            *([left_out_note(known)] if known else []),
            *([MAY_BEGIN_ANEW] if anew else []),
        ]

    def _http_request(self, body: Mapping[str, object]) -> HttpRequest:
        return HttpRequest(
            "POST",
            self._url,
            body,
            credential=self._credential,
            headers={
                "Accept": "text/event-stream, application/json",
                **({"X-HF-Bill-To": self._bill_to} if self._bill_to else {}),
            },
            first_byte=self._first_byte,
            without_content=None if self._is_embedded else WITHOUT_CONTENT,
        )

    def _asked(self, request: ChatRequest) -> Asked:
        asked = asked_at(self._url, self._base, self._model, self._credential, request.turns)
        return replace(
            asked,
            is_hugging_face=self._is_router,
            is_embedded=self._is_embedded,
            payer=self._bill_to,
        )

    async def _refused_by(
        self,
        stream: HttpStream,
        body: Mapping[str, object],
        asked: Asked,
        before: Collection[str],
    ) -> list[str]:
        """Return what `_refused` does; what was refused `before` is forgotten if it was not it."""
        said = await stream.body()
        try:  # comparing a long text with a long chat takes its time
            return await asyncio.to_thread(self._refused, body, stream, said, asked)
        except ChatError:
            again = await asyncio.to_thread(_named, stream, said, before)
            await self._left_out.forget(again)
            raise

    def _refused(
        self, body: Mapping[str, object], stream: HttpStream, said: bytes, asked: Asked
    ) -> list[str]:
        """Return the optional fields that the server refuses by name; raise where there is none."""
        named = _named(stream, said, _optional(body)) or [
            name
            for name in self._dialect.may_refuse
            if name in body and name.encode() in said and stream.status in _MAY_BE_A_FIELD
        ]
        if not named:
            raise refusal(stream.status, stream.headers, said, asked)
        return named


def _named(stream: HttpStream, said: bytes, fields: Collection[str]) -> list[str]:
    """Return which of the fields a refusal names as unknown."""
    if not fields:
        return []
    words = read_words(said, stream.headers.get("content-type", ""))
    return refused_fields(stream.status, words, fields)


async def _refused_in(reader: ReplyReader, body: Mapping[str, object]) -> list[str]:
    """Return the optional fields that an error in place of a reply refuses by name."""
    if (words := reader.refusal) is None:
        return []
    status = words.status or _MAY_BE_A_FIELD[0]
    return await asyncio.to_thread(refused_fields, status, words, _optional(body))


def _optional(body: Mapping[str, object]) -> list[str]:
    return [name for name in body if name not in _ESSENTIAL]


def _body(speech: Dialect, model: str, request: ChatRequest) -> dict[str, object]:
    """Return the request's body but for the sampling; the model first, for routers that peek."""
    name = model or speech.unnamed_model
    messages = [{"role": turn.role.value, "content": turn.text} for turn in spoken(request.turns)]
    return {
        **({"model": name} if name else {}),
        "messages": messages,
        "stream": True,
        **speech.always,
        **((speech.continuing or {}) if request.continues else {}),
    }


async def _items(stream: HttpStream, reader: ReplyReader) -> AsyncGenerator[Item, None]:
    def feed(piece: bytes) -> Sequence[Item]:
        had_reason = reader.has_reason
        items = reader.feed(piece)
        if reader.has_reason and (not had_reason or any(isinstance(i, _CONTENT) for i in items)):
            stream.end_within(REST_SECONDS)  # of some servers each chunk gives a reason
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
