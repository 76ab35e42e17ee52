"""What tests of the client share: a client that is closed, and reading a raw body."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager

import pytest

from hfchat_gui.conversation.errors import ChatError
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.network.client import HttpAnswer, HttpClient, HttpRequest, HttpStream
from hfchat_gui.network.credentials import Credential
from tests.helpers.running import Run


@asynccontextmanager
async def client(frame: float = 0.05) -> AsyncIterator[HttpClient]:
    made = HttpClient(frame)
    try:
        yield made
    finally:
        await made.aclose()


async def all_batches(http: HttpClient, request: HttpRequest) -> list[bytes]:
    """Every batch of an answer's raw body, one entry a read, and `end`."""
    async with http.open(request) as stream, aclosing(raw(stream)) as batches:
        return [piece async for batch in batches for piece in batch]


def raw(stream: HttpStream) -> AsyncGenerator[Sequence[bytes], None]:
    """The body as it is read."""
    return stream.batches(lambda data: [data], lambda: [b"end"])


async def cancelled_after(seconds: float, http: HttpClient, request: HttpRequest) -> float:
    """Cancel a reading task after a while; return how long it took to be free."""
    task = asyncio.ensure_future(all_batches(http, request))
    await asyncio.sleep(seconds)
    before = time.monotonic()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    return time.monotonic() - before


async def failure_of(request: HttpRequest) -> ChatError:
    async with client() as http:
        with pytest.raises(ChatError) as caught:
            await http.fetch(request)
    assert caught.value.detail
    return caught.value


async def answers(*requests: HttpRequest) -> list[HttpAnswer]:
    """The whole answers to requests that one client sends one after another."""
    http = HttpClient()
    try:
        return [await http.fetch(request) for request in requests]
    finally:
        await http.aclose()


def answer(run: Run, request: HttpRequest) -> HttpAnswer:
    return run(answers(request))[0]


def failure(run: Run, request: HttpRequest) -> ChatError:
    with pytest.raises(ChatError) as caught:
        answer(run, request)
    return caught.value


def key_for(url: str, text: str = "hf_key") -> Credential:
    return Credential.for_url(url, Secret(text))
