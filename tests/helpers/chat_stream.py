"""Builds the server-sent events of a streamed chat completion, as servers write them."""

from __future__ import annotations

import json
from typing import Any

DONE = b"data: [DONE]\n\n"


def event(payload: Any) -> bytes:
    """One `data:` event."""
    return b"data: " + json.dumps(payload).encode() + b"\n\n"


def chat_chunk(
    text: str | None = None,
    *,
    finish_reason: str | None = None,
    model: str = "test-model",
    delta: dict[str, Any] | None = None,
    **more: Any,
) -> bytes:
    """One chunk of a reply; `delta` adds to the delta and `more` to the top level."""
    inner: dict[str, Any] = {} if text is None else {"content": text}
    return event(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion.chunk",
            "created": 1700000000,
            "model": model,
            "choices": [
                {"index": 0, "delta": inner | (delta or {}), "finish_reason": finish_reason}
            ],
            **more,
        }
    )


def usage_chunk(prompt: int, completion: int, *, model: str = "test-model") -> bytes:
    """The last chunk with `include_usage`: no choices, only counts."""
    usage = {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
    }
    return event(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion.chunk",
            "created": 1700000000,
            "model": model,
            "choices": [],
            "usage": usage,
        }
    )


def chat_events(
    *texts: str, finish_reason: str | None = "stop", usage: tuple[int, int] | None = None
) -> list[bytes]:
    """A whole reply: role, one chunk a text, the reason it ended, counts if asked, `[DONE]`."""
    events = [chat_chunk("", delta={"role": "assistant"})]
    events += [chat_chunk(text) for text in texts]
    events.append(chat_chunk(finish_reason=finish_reason))
    if usage:
        events.append(usage_chunk(*usage))
    return [*events, DONE]
