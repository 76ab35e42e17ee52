"""Asks a scripted server through the real client, and shows the reply as the person sees it."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import dataclass, field

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.conversation.errors import ChatError
from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.reply_events import (
    ReplyFinished,
    TextBecameThinking,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
    UsageReported,
)
from hfchat_gui.conversation.request import ChatRequest, SamplingOptions, Turn
from hfchat_gui.network.client import HttpClient
from tests.helpers.http_server import Answer, ScriptedServer

REQUEST = ChatRequest(ModelRef(Source.ADDRESS, "m"), (Turn(Role.USER, "Hi"),), SamplingOptions())


@dataclass
class Shown:
    """A reply at its end."""

    text: str = ""
    thinking: str = ""
    calls: dict[int, tuple[str, str, str]] = field(default_factory=dict)
    usage: tuple[int, int, int] | None = None
    end: str = ""  # the reason to finish, or the class of the error
    error: str = ""
    became_thinking: bool = False


async def shown(answer: Answer, frame: float = 0.0) -> Shown:
    """Ask once and return what there is in the end."""
    client, told = HttpClient(frame), Shown()
    with ScriptedServer() as server:
        server.on("POST", "/v1/chat/completions", answer)
        try:
            async with aclosing(ChatCompletions(client, server.url, "m").reply(REQUEST)) as reply:
                async for event in reply:
                    _show(event, told)
        except ChatError as error:
            told.end, told.error = type(error).__name__, str(error)
        finally:
            await client.aclose()
    return told


def _show(event: object, reply: Shown) -> None:
    if isinstance(event, TextDelta):
        reply.text += event.text
    elif isinstance(event, ThinkingDelta):
        reply.thinking += event.text
    elif isinstance(event, TextBecameThinking):
        reply.thinking, reply.text = reply.thinking + reply.text, ""
        reply.became_thinking = True
    elif isinstance(event, ToolCallDelta):
        call_id, name, arguments = reply.calls.get(event.index, ("", "", ""))
        whole = call_id or event.id, name or event.name, arguments + event.arguments
        reply.calls[event.index] = whole
    elif isinstance(event, UsageReported):
        counts = event.usage
        reply.usage = counts.prompt_tokens, counts.completion_tokens, counts.total_tokens
    elif isinstance(event, ReplyFinished):
        reply.end = event.reason
