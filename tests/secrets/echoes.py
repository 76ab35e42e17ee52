"""Servers that say the key they were sent, in every place where an answer can hold it."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from urllib.parse import quote

from tests.helpers.answers import Answer, HangUp
from tests.helpers.chat_stream import DONE, chat_chunk, event

_HALF = 12
_READ = 64 * 1024  # so much of a body is looked at


def _encoded(key: str) -> str:
    return base64.b64encode(key.encode()).decode()


def _split(key: str) -> str:
    return f"{key[:_HALF]}\n   {key[_HALF:]}"


def _escaped(key: str) -> str:
    return "".join(f"\\u{ord(sign):04x}" for sign in key)


def _stream(*parts: bytes, headers: dict[str, str] | None = None) -> Answer:
    return Answer.stream(parts, headers=headers)


REFUSALS: Mapping[str, Callable[[str], Answer]] = {
    "message": lambda key: Answer.json({"error": {"message": f"Bad key {key} given"}}, 401),
    "bearer header in a message": lambda key: Answer.json(
        {"error": f"got Authorization: Bearer {key}"}, 400
    ),
    "plain text": lambda key: Answer.text(f"Unauthorized: {key}", 403),
    "page": lambda key: Answer.html(f"<html><title>{key}</title><p>{key}</p></html>", 502),
    "escaped page": lambda key: Answer.html(f"<p>&#104;{key}</p><script>{key}</script>", 400),
    "over lines": lambda key: Answer.text(_split(key), 500),
    "escaped lines": lambda key: Answer.text(json.dumps(_split(key)), 500),
    "base64": lambda key: Answer.text(f"got {_encoded(key)}", 401),
    "base64 of a login": lambda key: Answer.text(f"got Basic {_encoded('me:' + key)}", 401),
    "percent-encoded": lambda key: Answer.text(f"got {quote(key, safe='')}", 422),
    "upper case": lambda key: Answer.json({"error": f"bad {key.upper()}"}, 400),
    "two halves": lambda key: Answer.json({"error": [key[:_HALF], key[_HALF:]]}, 400),
    "its beginning": lambda key: Answer.json({"error": f"bad {key[:_HALF]}..."}, 400),
    "escapes in broken JSON": lambda key: Answer.of(
        f'{{"error": "bad {_escaped(key)}', 400, kind="application/json"
    ),
    "where long words are cut": lambda key: Answer.json(
        {"error": f"<x {'a' * (_READ - 4 - _HALF)}>{key}"}, 400
    ),
    "where a long page is cut": lambda key: Answer.html(
        f"<html><!--{'a' * (_READ - 13 - _HALF)}-->{key}", 502
    ),
    "list of details": lambda key: Answer.json(
        {"detail": [{"loc": ["header", key], "msg": f"bad {key}", "input": key}]}, 422
    ),
    "machine names": lambda key: Answer.json({"error": {"type": key, "code": key}}, 400),
    "nested": lambda key: Answer.json(
        {"error": {"message": "Provider", "metadata": {"raw": f'{{"m": "{key}"}}'}}}, 400
    ),
    "warnings": lambda key: Answer.json({"error": "unknown error", "warnings": [key]}, 500),
    "request id": lambda key: Answer.json({"error": "no"}, 401, headers={"x-request-id": key}),
    "inference id": lambda key: Answer.json({"error": "no"}, 500, headers={"inference-id": key}),
    "provider": lambda key: Answer.json(
        {"error": "no"}, 500, headers={"x-inference-provider": key}
    ),
    "www-authenticate": lambda key: Answer.json(
        {}, 401, headers={"WWW-Authenticate": f'Bearer realm="{key}", error="{key}"'}
    ),
    "cookie": lambda key: Answer.json({}, 403, headers={"Set-Cookie": f"k={key}; Path=/"}),
    "retry-after": lambda key: Answer.json({}, 429, headers={"Retry-After": key}),
    "content type": lambda key: Answer.of("no", 500, kind=f"text/{key}"),
    "redirect query": lambda key: Answer.redirect(f"https://far.example/x?token={key}", 302),
    "redirect login": lambda key: Answer.redirect(f"https://me:{key}@far.example/x", 307),
    "redirect path": lambda key: Answer.redirect(f"https://far.example/{key}/x", 302),
    "redirect relative": lambda key: Answer.redirect(f"//{key}/x", 301),
    "encoding": lambda key: Answer.of("x", 200, kind="a/b", headers={"Content-Encoding": key}),
    "status line": lambda key: Answer.raw(
        f"HTTP/1.1 401 {key}\r\nContent-Length: 0\r\n\r\n".encode()
    ),
    "no HTTP": lambda key: Answer.raw(f"{key}\r\n\r\n".encode(), HangUp()),
    "bad header": lambda key: Answer.raw(f"HTTP/1.1 200 OK\r\n{key}\r\n\r\n".encode(), HangUp()),
    "bad chunk": lambda key: Answer.raw(
        f"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{key}\r\n".encode(), HangUp()
    ),
    "stream error": lambda key: _stream(event({"error": {"message": f"bad {key}"}})),
    "stream error after text": lambda key: _stream(
        chat_chunk("Hi"), event({"error": f"bad {key}", "status_code": 500})
    ),
    "stream of no JSON": lambda key: _stream(f"data: {key}\n\n".encode()),
    "page as a stream": lambda key: Answer.html(f"<html><body>{key}</body></html>"),
    "other JSON": lambda key: Answer.json({"status": key}),
}
"""By name: what answers a chat request with the key it came with."""


def parts_of(key: str, said: str) -> list[str]:
    """Return what stands of a key in a text: any eight characters in a row, in any case."""
    key, said = key.lower(), said.lower()
    return [part for at in range(len(key) - 7) if (part := key[at : at + 8]) in said]


def good_stream(key: str) -> Answer:
    """A whole reply whose text is harmless, and whose every other field says the key."""
    headers = {"x-request-id": key, "x-inference-provider": key, "inference-id": key}
    call = {"index": 0, "id": key, "function": {"name": key, "arguments": "{}"}}
    return _stream(
        chat_chunk("Hello", model=key, system_fingerprint=key, provider=key, id=key),
        chat_chunk(delta={"tool_calls": [call]}, model=key),
        chat_chunk(finish_reason=key, model=key),
        event({"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 1}, "id": key}),
        DONE,
        headers=headers,
    )


def listed_models(key: str) -> Answer:
    """A list of models whose names say the key."""
    rows = [{"id": "m", "owned_by": key}, {"id": f"{key}-chat"}, {"id": key.upper()}]
    return Answer.json({"object": "list", "data": rows})
