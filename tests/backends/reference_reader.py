"""A second reading of streams, whole and slow and by other means, for the real one to agree with.

It is written from the rules, not from the program: no state, no pieces, `json` and regular
expressions alone.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

MARKS = re.compile(
    r"(?:(?:</s>|<\|im_end\|>|<\|eot_id\|>|<\|eom_id\|>|<\|endoftext\|>|<\|end_of_text\|>"
    r"|<\|end_of_turn\|>|<\|end\|>|<\|return\|>|<end_of_turn>|<eos>|<｜end▁of▁sentence｜>)\s*)+\Z"
)
KEEP_ALIVE = {b"ping", b"heartbeat", b"keepalive", b"keep-alive"}
_TOKEN = re.compile(r"</?think>|\n|`+|.", re.DOTALL)
_FENCE = re.compile(r"(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(?:(`{3,})[^`]*\Z|(~{3,}))")


@dataclass
class Reading:
    """What the person sees of a stream; `end` is finished, interrupted, empty, error or other."""

    text: str = ""
    thinking: str = ""
    calls: dict[int, str] = field(default_factory=dict)
    end: str = ""


def events_of(body: bytes) -> list[tuple[bytes, bytes, bool]]:
    """Name and data of each event, and whether an empty line has ended it, or only the end."""
    found, name, data = [], b"", list[bytes]()
    *lines, rest = re.split(rb"\r\n|\r|\n", body.removeprefix(b"\xef\xbb\xbf"))
    cut = [(rest, False)] if rest else []
    for line, is_ended in [*((line, True) for line in lines), *cut, (b"", False)]:
        key, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if not line:
            if data:
                found.append((name, b"\n".join(data), is_ended))
            name, data = b"", []
        elif key == b"event":
            name = value
        elif key in (b"data", b"error"):
            data.append(value)
            name = b"error" if key == b"error" else name
    return found


def parsed(data: bytes) -> tuple[bool, Any]:
    """Whether the data is JSON in the most lenient reading, and its value."""
    try:
        return True, json.loads(data.decode("utf-8-sig", "replace"), strict=False)
    except (ValueError, RecursionError):
        return False, None


def without_thinking(text: str) -> tuple[str, str, bool]:
    """Thinking and answer in one text, and whether the thinking is still open at its end."""
    start = re.match(r"\s*<think>[\r\n]*", text)
    thinking, answer, line, fence, span = "", "", "", "", 0
    is_open, may_become, is_about, trim = start is not None, start is None, False, False
    for token in _TOKEN.findall(text[start.end() :] if start else text):
        if trim and token in "\r\n":
            continue
        trim = False
        if is_open:
            is_open = token != "</think>"
            thinking, trim = (thinking + token, False) if is_open else (thinking, True)
            continue
        plain = not fence and not span
        if token == "<think>" and plain:
            is_about = bool(line.strip())
            if not is_about:
                is_open, may_become, trim = True, False, True
                continue
        elif token == "</think>" and plain and may_become and not is_about:
            thinking, answer, line, may_become, trim = without_marks(answer), "", "", False, True
            continue
        answer += token
        if token == "\n":
            fence = _fence_after(line, fence)
            line, span, is_about = "", 0, False
            continue
        line += token
        if token[0] == "`":
            span = len(token) if not span else 0 if span == len(token) else span
    return thinking, answer, is_open


def _fence_after(line: str, fence: str) -> str:
    found = _FENCE.match(line)
    if not found:
        return fence
    mark = found[1] or found[2]
    if not fence:
        return mark
    is_end = mark.startswith(fence) and not line[line.index(mark) + len(mark) :].strip()
    return "" if is_end else fence


def whole(text: str) -> str:
    """Halves of surrogate pairs joined, or replaced."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def without_marks(text: str) -> str:
    """The text without end marks, but with the end of what was struck through."""
    found = MARKS.search(text)
    if not found:
        return text
    before = text[: found.start()]
    is_struck = before.count("<s>") > before.count("</s>")
    return text if is_struck and found[0].startswith("</s>") else before


def read_whole(text: str, apart: str, calls: dict[int, str], end: str) -> Reading:
    """What all the text of a stream comes to, and the thinking that came apart from it."""
    if apart:
        thinking, answer = apart, text
    else:
        thinking, answer, _ = without_thinking(text)
    return Reading(without_marks(answer), thinking, calls, end)


def reference(body: bytes) -> Reading | None:
    """Read a stream of deltas with text alone; None for what this does not undertake to read."""
    text, done, reason, failed = "", False, "", False
    events = events_of(body)
    if not events or body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return None
    for name, data, is_ended in events:
        if done or failed:
            break
        if data.strip() == b"[DONE]":
            done = True
            continue
        if not data.strip() or name in KEEP_ALIVE or data.strip() in KEEP_ALIVE:
            continue
        is_json, value = parsed(data)
        if not is_json:
            if b"\n" in data:
                return None
            failed = is_ended
            continue
        if not _is_plain(name, value):
            return None
        choice = value["choices"][0]
        text += choice["delta"].get("content") or ""
        reason = choice.get("finish_reason") or reason
    end = "error" if failed else "finished" if done or reason else "interrupted"
    return read_whole(whole(text), "", {}, end)


def _is_plain(name: bytes, value: Any) -> bool:
    """Whether it is a chunk of the one kind that every client reads."""
    if name == b"error" or not isinstance(value, dict) or set(value) != {"choices"}:
        return False
    choices = value["choices"]
    if not isinstance(choices, list) or len(choices) != 1 or not isinstance(choices[0], dict):
        return False
    choice = choices[0]
    if set(choice) != {"index", "delta", "finish_reason"} or choice["index"] != 0:
        return False
    delta, reason = choice["delta"], choice["finish_reason"]
    if not isinstance(delta, dict) or set(delta) - {"content", "role"}:
        return False
    return reason in (None, "", "stop", "length") and isinstance(
        delta.get("content"), str | type(None)
    )
