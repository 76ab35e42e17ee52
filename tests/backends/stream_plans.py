"""Makes up replies, and streams that say them in any of the ways that servers have."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

WORDS = [
    *(
        "a",
        "word ",
        "é",
        "😀",
        "日本",
        " ",
        "\n",
        "\n\n",
        "\t",
        "\u2028",
        "\u0085",
        "\x0b",
        "\ufeff",
    ),
    *("a < b ", "</ ", "<s>x</s> ", "</thin", "<|im ", "data: x", "[DONE]", '"', "\\", "\r\n"),
    *("- ", "1. ", "> ", "{", "}", "\x00", "~ ", "error: "),
]
IN_CODE = [
    "`<think>` ",
    "``</think> ` `` ",
    "\n```xml\n<think>x</think>\n```\n",
    "\n~~~\n</think>\n~~~\n",
    "\n\nSo:\n\n    <think>x\n\n    </think>\n\n",
    "\n\nSo:\n\n\t<think>\n.\n",
    "\n\n<pre>\n</think></pre>\n",
    "\n```\n</think>\n\nx\n```\n",
]
TAGS = [
    "<think>",
    "</think>",
    "\n<think>\n",
    "\n</think>\n\n",
    "\n\n    ",
    "`",
    "``",
    "```",
    "\n```\n",
    "</s>",
    "<s>",
    "<s id=a>",
    "<|im_end|>",
]
END_MARKS = ["</s>", "<|im_end|>", "<|endoftext|>\n", "<eos>"]
APART = [
    *("reasoning_content", "reasoning", "thinking", "details", "both", "parts", "wrapped"),
    *("repeated", "leaked"),  # in tags once more, or their end alone
]
FORMS = [*APART, "tags", "opened", "broken", "none", "none"]
ENDINGS = ["done", "reason", "both", "late", "error", "none"]


@dataclass(frozen=True)
class Plan:
    """A reply as the person shall see it."""

    thinking: str
    text: str
    calls: tuple[tuple[str, str, str], ...]
    usage: tuple[int, int] | None
    form: str  # of the thinking
    ending: str
    mark: str  # leaked after the text


def plan(random: Random) -> Plan:
    """Make one up."""
    form = random.choice(FORMS)
    text = _words(random, [*WORDS, *IN_CODE] + (TAGS[:9] if form in APART else []))
    thinking = _words(random, WORDS) if form != "none" else ""
    if form == "tags":
        thinking, text = thinking.lstrip("\r\n"), text.lstrip("\r\n")
    elif form == "opened":
        thinking += random.choice(["\nso", "\ndon`t", "\n\n1. so\n\n    or"])
        thinking, text = "so " + thinking, text.lstrip("\r\n")
    elif form == "broken":
        thinking, text = f"so {thinking}\n```py\nx\n", "So " + _words(random, WORDS)
    elif form in APART:
        thinking, text = thinking or "hm", "x" + text if "think>" in text else text
        text = text.lstrip("\r\n") if form in ("repeated", "leaked") else text
    return Plan(
        thinking,
        text + "." if text else "",
        tuple(
            (f"call{at}", f"f{at}", _arguments(random)) for at in range(random.choice([0, 0, 1, 2]))
        ),
        (random.randrange(1, 99), random.randrange(1, 99)) if random.random() < 0.5 else None,
        form,
        random.choice(ENDINGS),
        random.choice(END_MARKS) if text and random.random() < 0.2 else "",
    )


def rendered(plan: Plan, random: Random) -> bytes:
    """The plan as a stream, in one of the many ways."""
    number = random.choice([0, 0, 0, None, "0", 1])
    chunks = [{"choices": [{"index": number, "delta": delta}]} for delta in _deltas(plan, random)]
    _finish(chunks, plan, random)
    chunks = [_oddly(chunk, random) for chunk in chunks]
    frame = Frame(random)
    body = b"\xef\xbb\xbf" if random.random() < 0.1 else b""
    body += b"".join(frame.event(chunk) for chunk in chunks)
    if plan.ending in ("done", "both"):
        body += frame.raw(random.choice([b"[DONE]", b"[DONE]", b"[done]"]))
    if random.random() < 0.2 and body.endswith(frame.end * 2):
        body = body[: -len(frame.end) * random.choice([1, 2])]
    return body


def _oddly(chunk: dict[str, Any], random: Random) -> Any:
    """The chunk as it is, mostly, or in a shape that few servers write."""
    chance = random.random()
    if chance < 0.03:
        return [chunk]
    choices = chunk.get("choices")
    if not choices or chance > 0.1:
        return chunk
    choice = choices[0]
    if chance < 0.05:
        return {**chunk, "choices": choice}
    if chance < 0.07:
        return {**chunk, "choices": {"first": choice}}
    if isinstance(choice["delta"].get("content"), str | list) and len(choice["delta"]) == 1:
        return {**chunk, "choices": [{**choice, "delta": choice["delta"]["content"]}]}
    return {**chunk, "choices": [{**choice, "message": None}]}


class Frame:
    """One server's way to write events."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.end = random.choice([b"\n", b"\n", b"\r\n", b"\r"])
        self._data = random.choice([b"data: ", b"data:"])
        self._noise = random.random() < 0.3
        self._form: dict[str, Any] = random.choice(
            [{}, {"separators": (",", ":")}, {"separators": (", ", ": ")}, {"indent": 1}]
        )

    def event(self, chunk: Any) -> bytes:
        """A chunk as an event."""
        text = json.dumps(chunk, **self._form, ensure_ascii=self._random.random() < 0.5)
        try:
            data = text.encode()
        except UnicodeEncodeError:  # half a pair can be written as an escape only
            data = json.dumps(chunk, **self._form).encode()
        return self.raw(data)

    def raw(self, data: bytes) -> bytes:
        """Data as an event, with what servers put between."""
        lines = [self._data + line for line in data.split(b"\n")]
        if self._noise:
            noise = [b": ping", b"id: 7", b"retry: 100", b"event: message", b"", b"data", b"x: y"]
            if (extra := self._random.choice(noise)) != b"data":
                lines.insert(self._random.choice([0, len(lines)]) if extra else 0, extra)
        return self.end.join(lines) + self.end * 2


def _words(random: Random, words: list[str]) -> str:
    return "".join(random.choice(words) for _ in range(random.choice([0, 1, 3, 8, 20])))


def _arguments(random: Random) -> str:
    return json.dumps({"x": _words(random, WORDS)}, ensure_ascii=random.random() < 0.5)


def _pieces(text: str, random: Random) -> list[str]:
    """The text in pieces, cut anywhere, also between the halves of a surrogate pair."""
    units = text.encode("utf-16-le")
    places = sorted(2 * random.randrange(len(units) // 2 + 1) for _ in range(random.randrange(6)))
    borders = [0, *places, len(units)]
    cut = [units[a:b] for a, b in pairwise(borders)]
    return [piece.decode("utf-16-le", "surrogatepass") for piece in cut]


def _deltas(plan: Plan, random: Random) -> list[dict[str, Any]]:
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": random.choice([None, ""])}]
    if plan.form in APART:
        deltas += [_apart(piece, plan.form, random) for piece in _pieces(plan.thinking, random)]
    text = content_text(plan)
    deltas += [_content(piece, random) for piece in _pieces(text, random)]
    for at, (call_id, name, arguments) in enumerate(plan.calls):
        deltas += _call(at, call_id, name, arguments, random)
    return deltas


def content_text(plan: Plan) -> str:
    """All that stands in the content of the answer."""
    text = plan.text + plan.mark
    if plan.form in ("tags", "repeated"):
        return f"<think>\n{plan.thinking}</think>\n\n{text}"
    if plan.form == "leaked":
        return f"\n</think>\n\n{text}"
    ends = {"opened": "\n", "broken": "\n\n"}
    return f"{plan.thinking}</think>{ends[plan.form]}{text}" if plan.form in ends else text


def _apart(piece: str, form: str, random: Random) -> dict[str, Any]:
    details = [{"type": "reasoning.text", "text": piece, "index": 0}]
    if form == "details":
        return {"reasoning_details": details}
    if form == "both":
        return {"reasoning": piece, "reasoning_details": details, "content": ""}
    if form == "parts":
        inner = [{"type": "text", "text": piece}]
        return {"content": [{"type": "thinking", "thinking": inner}]}
    if form == "wrapped":
        return random.choice(
            [
                {"reasoning": {"text": piece}},
                {"content": [{"type": "reasoning_text", "text": piece}]},
                {"content": [{"type": "text", "text": piece, "thought": True}]},
            ]
        )
    name = "reasoning_content" if form in ("repeated", "leaked") else form
    return {name: piece, "content": None}


def _content(piece: str, random: Random) -> dict[str, Any]:
    if random.random() < 0.2:
        return {"content": wrapped(piece, random)}
    return {"content": piece}


def wrapped(text: str, random: Random) -> Any:
    """A text as content in one of the odd forms."""
    part = {"type": "text", "text": text}
    value = {"type": "text", "text": {"value": text}}
    forms: list[Any] = [part, [part], [text], [[part]], [value], [{"content": text}, "", None]]
    return random.choice(forms)


def _call(at: int, call_id: str, name: str, arguments: str, random: Random) -> list[dict[str, Any]]:
    first, *more = _pieces(arguments, random)
    index = random.choice([0, at])
    calls = [{"index": index, "id": call_id, "function": {"name": name, "arguments": first}}]
    calls += [{"index": index, "id": None, "function": {"arguments": one}} for one in more]
    return [{"tool_calls": [call]} for call in calls]


def _finish(chunks: list[dict[str, Any]], plan: Plan, random: Random) -> None:
    usage = None
    if plan.usage:
        prompt, completion = plan.usage
        usage = {"prompt_tokens": prompt, "completion_tokens": completion}
    if plan.ending in ("reason", "both", "late"):
        if plan.ending == "late" or random.random() < 0.5:
            chunks.append({"choices": [{**chunks[-1]["choices"][0], "delta": {}}]})
        chunks[-1]["choices"][0]["finish_reason"] = "stop"
    if usage and random.random() < 0.5:
        chunks[-1]["usage"] = usage
    elif usage:
        chunks.append({"choices": [], "usage": usage})
    if plan.ending == "error":
        chunks.append({"error": {"message": "it broke", "code": 500}})
