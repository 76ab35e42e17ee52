"""Checks that whole bodies, made up or damaged, end in right values or in a `ChatError` alone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from math import isfinite
from random import Random
from typing import Any, cast

from hfchat_gui.backends.asked import Asked
from hfchat_gui.backends.refused_fields import refused_fields
from hfchat_gui.backends.replies import refusal
from hfchat_gui.backends.reply_reader import Item, ReplyReader
from hfchat_gui.backends.retry_after import seconds_to_wait
from hfchat_gui.backends.server_words import read_words
from hfchat_gui.backends.text_generation import TextGeneration
from hfchat_gui.conversation.errors import ChatError
from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.reply_events import ReplyEvent, TextDelta
from hfchat_gui.conversation.request import ChatRequest, SamplingOptions, Turn
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.network.client import HttpClient
from hfchat_gui.network.credentials import Credential
from hfchat_gui.network.messages import HttpAnswer, HttpRequest
from hfchat_gui.routing.hub_list import HubList
from hfchat_gui.routing.probe import Probe
from tests.backends.body_plans import (
    KEY,
    PROMPT,
    WORDS_OF_A_PIPELINE,
    any_body,
    any_headers,
    any_value,
    in_json,
    pipeline_answer,
)

BASE = "http://gpu.example"
MOST_SECONDS = 2.0
MOST_CHARACTERS = 1500
SENT = ("top_k", "top_p", "max_tokens", "stop", "return_full_text")
ASKED = Asked("gpu.example", "org/m:groq", keys=(KEY,), turns=(PROMPT,), has_credential=True)
REQUEST = ChatRequest(
    ModelRef(Source.ADDRESS, "m"), (Turn(Role.USER, PROMPT),), SamplingOptions(top_k=3)
)
_STATUS = (200, 301, 400, 401, 402, 403, 404, 410, 413, 422, 424, 429, 500, 502, 503, 504, 521, 700)


class Answering:
    """Stands in for the client: gives each request what it is told to, without a network."""

    def __init__(self, answer: Callable[[HttpRequest], HttpAnswer]) -> None:
        self._answer = answer

    async def fetch(self, request: HttpRequest, *_: object, **__: object) -> HttpAnswer:
        """Answer at once."""
        return self._answer(request)

    @classmethod
    def client(cls, answer: Callable[[HttpRequest], HttpAnswer]) -> HttpClient:
        """One for those who ask a client for whole answers alone."""
        return cast("HttpClient", cls(answer))


class Nothing:
    """Keeps a text for the length of a check."""

    def __init__(self, kept: bytes) -> None:
        self.kept = kept

    async def read(self) -> bytes:
        """Return it."""
        return self.kept

    async def write(self, content: bytes) -> None:
        """Keep another."""
        self.kept = content


def fits(error: ChatError, *private: str) -> None:
    """Check that an error can be shown, and tells nothing of what the server was sent."""
    for text in (error.user_text, error.detail, str(error), error.action.target):
        text.encode()
        assert not any(sent in text for sent in private)
    assert 0 < len(error.user_text) < MOST_CHARACTERS
    if error.again is not None and error.again.after is not None:
        assert isfinite(error.again.after)
        assert error.again.after >= 0


def within_time(check: Callable[[Random], None]) -> Callable[[Random], None]:
    """The check, which fails where it takes longer than anybody would wait."""

    def timed(random: Random) -> None:
        began = time.process_time()
        check(random)
        assert time.process_time() - began < MOST_SECONDS

    return timed


def read_whole(pieces: list[bytes], headers: dict[str, str]) -> list[Item]:
    """All that is read of an answer to a chat request."""
    reader = ReplyReader(headers, ASKED)
    items = [item for piece in pieces for item in reader.feed(piece)]
    return items + reader.finish()


@within_time
def check_refusal(random: Random) -> None:
    """An error body of any kind, under any status, is an error that can be shown."""
    body, headers = any_body(random), any_headers(random)
    fits(refusal(random.choice(_STATUS), headers, body, ASKED), KEY, PROMPT)
    words = read_words(body, headers.get("content-type", ""))
    named = refused_fields(random.choice([400, 422]), words, SENT)
    assert named == [name for name in SENT if name in named]
    wait = seconds_to_wait(headers, words.fields)
    assert wait is None or (isfinite(wait) and wait >= 0)


@within_time
def check_answered_at_once(random: Random) -> None:
    """A JSON answer of any kind to a chat request, in any pieces, is a reply or an error."""
    body, headers = any_body(random), any_headers(random)
    pieces = [body[at : at + 7] for at in range(0, len(body), 7)]
    whole, cut = read_whole([body], headers), read_whole(pieces, headers)
    assert _told(whole) == _told(cut), body
    if isinstance(whole[-1], ChatError):
        fits(whole[-1], KEY, PROMPT)


def _told(items: list[Item]) -> tuple[str, type[object], str]:
    text = "".join(item.text for item in items if isinstance(item, TextDelta))
    text.encode()
    return text, type(items[-1]), str(items[-1])


@within_time
def check_pipeline(random: Random) -> None:
    """A pipeline's answer is its text; what is none of its shapes is an error."""
    text = "".join(random.choices(WORDS_OF_A_PIPELINE, k=random.choice([1, 3, 9]))) + "."
    good = HttpAnswer(200, {}, in_json(pipeline_answer(text, random), random), BASE)
    assert _reply(good, as_text=False) == text
    status = random.choice([200, 200, *_STATUS])
    other = HttpAnswer(status, any_headers(random), any_body(random), BASE)
    for as_text in (False, True):
        try:
            _reply(other, as_text=as_text)
        except ChatError as error:
            fits(error, KEY, PROMPT)


def _reply(answer: HttpAnswer, *, as_text: bool) -> str:
    backend = TextGeneration(
        Answering.client(lambda _: answer),
        BASE,
        as_text=as_text,
        credential=Credential.for_url(BASE, Secret(KEY)),
    )

    async def events() -> list[ReplyEvent]:
        async with aclosing(backend.reply(REQUEST)) as reply:
            return [event async for event in reply]

    text = "".join(event.text for event in _run(events()) if isinstance(event, TextDelta))
    text.encode()
    return text


@within_time
def check_probe(random: Random) -> None:
    """Whatever an address answers to the questions what it is, it is something or an error."""

    def answer(request: HttpRequest) -> HttpAnswer:
        status = random.choice([200, 200, 200, 404, *_STATUS])
        return HttpAnswer(status, any_headers(random), any_body(random), request.url)

    probe = Probe(Answering.client(answer))
    try:
        facts = _run(probe.ask(BASE, Credential.for_url(BASE, Secret(KEY)))).facts
    except ChatError as error:
        fits(error, KEY)
        return
    assert facts.context_tokens is None or facts.context_tokens > 0
    for name in facts.models:
        name.encode()
        assert name.isprintable()
        assert KEY not in name


@within_time
def check_hub_list(random: Random) -> None:
    """Whatever the router answers, and whatever was kept of it, is a list or a problem."""
    rows = [any_value(random) for _ in range(random.randrange(4))]
    body = random.choice([any_body(random), in_json({"data": rows}, random)])
    kept = Nothing(random.choice([b"", any_body(random)]))
    answer = HttpAnswer(random.choice([200, 200, *_STATUS]), any_headers(random), body, BASE)
    listed = HubList(Answering.client(lambda _: answer), kept, BASE)
    found = _run(listed.models(fresh=True))
    if found.problem is None:
        again = HubList(Answering.client(lambda _: answer), kept, BASE)
        assert _run(again.models()).models == found.models
    else:
        found.problem.message.encode()


def _run(asked: Awaitable[Any]) -> Any:
    async def awaited() -> Any:
        return await asked

    return asyncio.run(awaited())


CHECKS = (check_refusal, check_answered_at_once, check_pipeline, check_probe, check_hub_list)
