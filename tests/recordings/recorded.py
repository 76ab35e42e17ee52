"""Finds the recorded chat answers in a folder, and what the program shall make of each.

Streams lie as `.sse` files beside `streams.json`, which holds the right reading of each as it came
over the wire; single exchanges lie in other JSON files, and are read here in the plainest way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

INDEX = "streams.json"
_ROUTE = "/chat/completions"
_THOUGHT = re.compile(r"\s*<think>\s*(.*?)</think>[\r\n]*(.*)\Z", re.DOTALL)
_LEAKED = re.compile(r"(?:</s>|<\|im_end\|>|<\|eot_id\|>)\Z")
_OWN_HEADERS = ("content-length", "transfer-encoding", "content-encoding", "connection")


class NoRecordings(Exception):
    """The folder is missing, or holds no recordings."""


@dataclass(frozen=True)
class Right:
    """What the program shall show: thinking apart from the text, and no end marks."""

    text: str
    thinking: str
    calls: tuple[tuple[str, str], ...]  # name and arguments
    usage: tuple[int, int] | None
    error: str | None  # words of it; "" for any
    is_complete: bool


@dataclass(frozen=True)
class Recording:
    """One recorded answer. `right` is None where only the number of events is known."""

    name: str
    status: int
    headers: dict[str, str]
    body: bytes
    events: int | None
    right: Right | None


def recordings(folder: Path) -> list[Recording]:
    """All chat answers in the folder; raise `NoRecordings`."""
    if not (folder / INDEX).is_file():
        raise NoRecordings(f"There are no recordings in {folder}: it has no {INDEX}.")
    index = json.loads((folder / INDEX).read_text("utf-8"))
    found = [_stream(folder, name, entry) for name, entry in index.items()]
    for path in sorted(folder.glob("*.json")):
        if path.name != INDEX:
            content = json.loads(path.read_text("utf-8"))
            for at, exchange in enumerate(_exchanges(content), 1):
                found.append(_exchange(f"{path.name} {at}", exchange))
    return found


def _stream(folder: Path, name: str, entry: dict[str, Any]) -> Recording:
    response, reading = entry["response"], entry["reading"]
    is_chat = "generated_text" not in reading
    return Recording(
        name,
        response["status"],
        _headers(response["headers"]),
        (folder / name).read_bytes(),
        reading["events"],
        _of_reading(reading) if is_chat else None,
    )


def _of_reading(reading: dict[str, Any]) -> Right:
    error = reading["error"]
    words = None
    if error is not None:
        words = error.get("message") or error["error"]
    calls = reading["tool_calls"] or []
    return _right(
        reading["text"],
        reading["reasoning"],
        tuple((call["name"], call["arguments"]) for call in calls),
        reading["usage"],
        words,
        is_complete=reading["ends_with_done"] or bool(reading["finish_reasons"]),
    )


def _right(
    text: str,
    reasoning: str | None,
    calls: tuple[tuple[str, str], ...],
    usage: Any,
    error: str | None,
    *,
    is_complete: bool,
) -> Right:
    thought = _THOUGHT.match(text)
    thinking, answer = thought.groups() if thought else ("", text)
    if not thought and text.startswith("<think>"):  # cut off while it thought
        thinking, answer = text.removeprefix("<think>").lstrip("\n"), ""
    counts = (usage["prompt_tokens"], usage["completion_tokens"]) if usage else None
    return Right(
        _LEAKED.sub("", answer), (reasoning or "") + thinking, calls, counts, error, is_complete
    )


def _exchanges(content: Any) -> Iterator[dict[str, Any]]:
    """Every exchange with a chat route, wherever in the file it lies."""
    if isinstance(content, list):
        for item in content:
            yield from _exchanges(item)
    elif isinstance(content, dict):
        request, response = content.get("request"), content.get("response", content)
        if isinstance(request, dict) and isinstance(response, dict) and "status" in response:
            if str(request.get("url") or request.get("path")).endswith(_ROUTE):
                yield response
        else:
            yield from _exchanges(content.get("exchanges"))


def _exchange(name: str, response: dict[str, Any]) -> Recording:
    text = response.get("body_text")
    body = text if text is not None else json.dumps(response.get("body"))
    status, headers = response["status"], _headers(response.get("headers") or {})
    if status != 200:
        right = Right("", "", (), None, "", is_complete=False)
    elif "event-stream" in headers.get("content-type", ""):
        right = _of_stream(body)
    else:
        right = _of_answer(json.loads(body))
    return Recording(name, status, headers, body.encode(), None, right)


def _of_stream(body: str) -> Right:
    lines = (line.removeprefix("data: ") for line in body.split("\n\n") if line)
    chunks = [json.loads(line) for line in lines if line != "[DONE]"]
    texts = [chunk["choices"][0]["delta"].get("content") for chunk in chunks if chunk["choices"]]
    usages = [chunk["usage"] for chunk in chunks if chunk.get("usage")]
    return _right(
        "".join(filter(None, texts)), None, (), (usages or [None])[-1], None, is_complete=True
    )


def _of_answer(answer: dict[str, Any]) -> Right:
    message = answer["choices"][0]["message"]
    functions = [call["function"] for call in message.get("tool_calls") or []]
    return _right(
        message.get("content") or "",
        message.get("reasoning"),
        tuple((one["name"], _arguments(one["arguments"])) for one in functions),
        answer.get("usage"),
        None,
        is_complete=True,
    )


def _arguments(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _headers(headers: dict[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items() if name not in _OWN_HEADERS}
