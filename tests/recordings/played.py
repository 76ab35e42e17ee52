"""Plays one recording to the real client over a real socket, cut in several ways."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from contextlib import aclosing

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.backends.sse import EventDecoder
from hfchat_gui.conversation.errors import ChatError, EmptyAnswer
from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    TextBecameThinking,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
    UsageReported,
)
from hfchat_gui.conversation.request import ChatRequest, SamplingOptions, Turn
from hfchat_gui.network.client import HttpClient
from tests.helpers.http_server import Answer, ScriptedServer
from tests.recordings.recorded import Recording, Right

_PATH = "/v1/chat/completions"
_SMALL = 7  # bytes: a chunk that cuts every event, and letters of several bytes


async def faults_of(recording: Recording) -> list[str]:
    """What the program reads otherwise than it should; nothing if all is right."""
    if recording.right is None:
        decoder = EventDecoder()
        events = decoder.feed(recording.body) + decoder.rest()
        return [] if len(events) == recording.events else [f"{len(events)} events"]
    faults = []
    for how, answer in _answers(recording).items():
        read, error = await _read(answer)
        faults += [f"{how}: {fault}" for fault in _compared(read, error, recording.right)]
    return faults


def _answers(recording: Recording) -> dict[str, Answer]:
    headers = dict(recording.headers)
    kind = headers.pop("content-type", "application/json")
    body, packed = recording.body, gzip.compress(recording.body)

    def cut(data: bytes, size: int, **more: str) -> Answer:
        pieces = [data[at : at + size] for at in range(0, len(data), size)]
        return Answer.stream(pieces, kind=kind, status=recording.status, headers=headers | more)

    return {
        "whole": cut(body, max(1, len(body))),
        "in pieces": cut(body, _SMALL),
        "compressed": cut(packed, _SMALL, **{"content-encoding": "gzip"}),
    }


async def _read(answer: Answer) -> tuple[list[ReplyEvent], ChatError | None]:
    request = ChatRequest(
        ModelRef(Source.ADDRESS, "m"), (Turn(Role.USER, "Hello"),), SamplingOptions()
    )
    client, events = HttpClient(), list[ReplyEvent]()
    with ScriptedServer() as server:
        server.on("POST", _PATH, answer)
        try:
            async with aclosing(ChatCompletions(client, server.url, "m").reply(request)) as reply:
                async for event in reply:
                    events.append(event)
        except ChatError as error:
            return events, error
        finally:
            await client.aclose()
    return events, None


def _compared(events: Sequence[ReplyEvent], error: ChatError | None, right: Right) -> list[str]:
    text, thinking, usage = "", "", None
    calls: dict[int, tuple[str, str]] = {}
    for event in events:
        if isinstance(event, TextDelta):
            text += event.text
        elif isinstance(event, ThinkingDelta):
            thinking += event.text
        elif isinstance(event, TextBecameThinking):
            text, thinking = "", thinking + text
        elif isinstance(event, ToolCallDelta):
            name, arguments = calls.get(event.index, ("", ""))
            calls[event.index] = name or event.name, arguments + event.arguments
        elif isinstance(event, UsageReported):
            usage = event.usage.prompt_tokens, event.usage.completion_tokens
    pairs = {
        "text": (text, right.text),
        "thinking": (thinking, right.thinking),
        "calls": (tuple(calls.values()), right.calls),
        "usage": (usage, right.usage),
    }
    faults = [f"{what} is {is_!r}, not {due!r}" for what, (is_, due) in pairs.items() if is_ != due]
    return faults + _compared_ends(error, right)


def _compared_ends(error: ChatError | None, right: Right) -> list[str]:
    if right.error is not None:
        # What is private in the server's words is masked: the longest word of them must be there.
        words = sorted(right.error.split(), key=len)[-1:]
        told = error is not None and all(word in str(error) for word in words)
        return [] if told else [f"the failure is {error!r}, not {right.error!r}"]
    is_empty = not right.text.strip() and not right.calls
    if is_empty or not right.is_complete:
        kinds = EmptyAnswer if right.is_complete else ChatError
        return [] if isinstance(error, kinds) else [f"the end is {error!r}"]
    return [] if error is None else [f"the end is {error!r}"]
