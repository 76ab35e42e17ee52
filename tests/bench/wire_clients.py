"""Reads a stream with one client on the program's loop, and prints what that cost its process.

Run with the client's name, an address, and how many tokens come; the references are the clients
that others use, and the least that can be done: bytes split by hand, and orjson.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any

from PySide6.QtWidgets import QApplication

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.reply_events import TextDelta
from hfchat_gui.conversation.request import ChatRequest, SamplingOptions, Turn
from hfchat_gui.eventloop.run import run
from hfchat_gui.network.client import HttpClient

_MESSAGES = [{"role": "user", "content": "Go on."}]
_BODY = {"model": "m", "messages": _MESSAGES, "stream": True}
_PLENTY = 600.0
REQUEST = ChatRequest(
    ModelRef(Source.ADDRESS, "m"), (Turn(Role.USER, "Go on."),), SamplingOptions()
)

# Reads the whole reply at an address and returns how many letters of text it had.
Client = Callable[[str], Awaitable[int]]


async def ours(url: str) -> int:
    """The program's own client, as the window has it."""
    client, letters = HttpClient(), 0
    async with aclosing(ChatCompletions(client, url, "m").reply(REQUEST)) as reply:
        async for event in reply:
            if isinstance(event, TextDelta):
                letters += len(event.text)
    await client.aclose()
    return letters


async def bare(url: str) -> int:
    """Bytes, split at empty lines, and orjson: the limit."""
    httpx, loads, letters, rest = _library("httpx"), _library("orjson").loads, 0, b""
    async with (
        httpx.AsyncClient(timeout=_PLENTY) as client,
        client.stream("POST", f"{url}/v1/chat/completions", json=_BODY) as answer,
    ):
        async for piece in answer.aiter_raw():
            *events, rest = (rest + piece).split(b"\n\n")
            for event in events:
                if event != b"data: [DONE]":
                    letters += len(loads(event[6:])["choices"][0]["delta"].get("content", ""))
    return letters


async def httpx_sse(url: str) -> int:
    """The reader of event streams for httpx, and orjson."""
    httpx, sse, loads = _library("httpx"), _library("httpx_sse"), _library("orjson").loads
    letters = 0
    async with (
        httpx.AsyncClient(timeout=_PLENTY) as client,
        sse.aconnect_sse(client, "POST", f"{url}/v1/chat/completions", json=_BODY) as source,
    ):
        async for event in source.aiter_sse():
            if event.data != "[DONE]":
                letters += len(loads(event.data)["choices"][0]["delta"].get("content", ""))
    return letters


async def huggingface_hub(url: str) -> int:
    """The official client of Hugging Face."""
    letters = 0
    async with _library("huggingface_hub").AsyncInferenceClient(url, token="none") as client:
        async for part in await client.chat_completion(_MESSAGES, stream=True):
            letters += len(part.choices[0].delta.content or "")
    return letters


async def openai(url: str) -> int:
    """The official client of OpenAI."""
    letters = 0
    async with _library("openai").AsyncOpenAI(base_url=f"{url}/v1", api_key="none") as client:
        stream = await client.chat.completions.create(**_BODY)
        async for part in stream:
            letters += len(part.choices[0].delta.content or "")
    return letters


CLIENTS: dict[str, Client] = {
    "ours": ours,
    "bytes and orjson": bare,
    "httpx-sse": httpx_sse,
    "huggingface_hub": huggingface_hub,
    "openai": openai,
}


def _library(name: str) -> Any:
    """A library of the benchmarks alone, which the checks of types therefore do without."""
    return importlib.import_module(name)


def main(name: str, warm_up: str, url: str) -> int:
    """Read a short reply, then the one that is measured; print its cost and its letters."""

    async def measured(_app: QApplication) -> int:
        client = CLIENTS[name]
        await client(warm_up)
        began = time.process_time()
        letters = await client(url)
        taken = time.process_time() - began
        sys.stdout.write(json.dumps({"seconds": taken, "letters": letters}) + "\n")
        return 0

    return run(measured)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
