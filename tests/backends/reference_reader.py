"""A second reading of streams, whole and slow and by other means, for the real one to agree with.

It is written from the rules, not from the program: no state, no pieces, `json` and regular
expressions alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

MARKS = re.compile(
    r"(?:(?:</s>|<\|im_end\|>|<\|eot_id\|>|<\|eom_id\|>|<\|endoftext\|>|<\|end_of_text\|>"
    r"|<\|end_of_turn\|>|<\|end\|>|<\|return\|>|<end_of_turn>|<eos>|<｜end▁of▁sentence｜>)\s*)+\Z"
)
KEEP_ALIVE = {b"ping", b"heartbeat", b"keepalive", b"keep-alive"}
FAR = 200
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
    thinking, answer, is_about, begin = "", "", False, 0
    is_open, may_become, trim, settled = start is not None, start is None, False, set[int]()
    at = start.end() if start else 0
    while at < len(text):
        token = next(_TOKEN.finditer(text, at))[0]
        at += len(token)
        if trim and token in "\r\n":
            continue
        trim = False
        if is_open:
            is_open = token != "</think>"
            thinking, trim = (thinking + token, False) if is_open else (thinking, True)
            continue
        line = answer[begin:].rpartition("\n")[2]
        if token == "<think>":
            code = in_code(answer[begin:], "")
            if not line.strip() and not code[0]:
                is_open, may_become, trim = True, False, True
                continue
            is_about = True
            settled.add(abs(code[1]))
        elif token == "</think>" and may_become and not is_about:
            rest = text[at : at + FAR]
            is_code, block = in_code(answer[begin:], rest, settled)
            if not is_code:
                thinking, answer, may_become, trim = without_marks(answer), "", False, True
                continue
            if re.match(r"[^\S\n]*\n\s*\S", rest) and _is_alone(block, line):
                settled.add(abs(block))
        answer += token
        is_about = is_about and token != "\n"
    return thinking, answer, is_open


def in_code(before: str, rest: str, settled: Collection[int] = ()) -> tuple[bool, int]:
    """Whether a tag between these is code, and the number of the block that is open there.

    That is 0 for none, and below 0 for one that is code by its depth.
    """
    *lines, line = before.split("\n")
    fence, number, pre, deep, columns = "", 1, "", True, [0]
    for one in lines:
        found = _FENCE.match(one)
        if fence:
            fence = _fence_after(one, fence)
            number += not fence
            deep = True
            continue
        pre = _pre_after(one, pre)
        if pre:
            continue
        fence = _fence_after(one, fence) if found else ""
        number += bool(fence)
        bare, column = _unindented(one)
        if fence or (deep and column >= columns[-1] + 4):
            deep = True
        elif bare:
            number += 1
            columns = [0, *(known for known in columns[1:] if known <= column)]
            if item := re.match(r"([-*+]|\d{1,9}[.)])([ \t]+|\Z)", bare):
                columns.append(column + len(item[0].expandtabs(4)))
            deep = bare[0] == "#"
        else:
            deep = True
    if fence:
        is_code = number in settled or not _is_alone(number, line)
        return is_code or _goes_on(rest, lambda late: _belongs(late, fence)), number
    if _pre_after(line, pre):
        return True, 0
    if deep and _unindented(line)[1] >= columns[-1] + 4:
        is_code = number in settled or not _is_alone(-number, line)
        return is_code or _goes_on(
            rest, lambda late: _unindented(late)[1] >= columns[-1] + 4
        ), -number
    return _in_span(line, rest), 0


def _in_span(line: str, rest: str) -> bool:
    span = 0
    for ticks in re.findall("`+", line):
        span = len(ticks) if not span else 0 if span == len(ticks) else span
    seen = rest.rstrip("`") if len(rest) == FAR and "\n" not in rest else rest
    later = map(len, re.findall("`+", seen.partition("\n")[0]))
    return bool(span) and span in later


def _is_alone(block: int, line: str) -> bool:
    """Whether a tag behind this line may end thinking in that block."""
    return bool(block) and (not line.strip()) is (block > 0)


def _goes_on(rest: str, belongs: Callable[[str], bool | None]) -> bool:
    """Whether one of the two lines with text behind the tag says first that the block goes on."""
    behind, *lines = rest.split("\n")
    texts = [line for line in lines if line.strip()][:2]
    told = [known for line in texts if (known := belongs(line)) is not None]
    return bool(behind.strip()) or not texts or told[:1] == [True]


def _belongs(line: str, fence: str) -> bool | None:
    found = _FENCE.match(line)
    begins = found is not None and (found[1] or found[2]).startswith(fence)
    return not _fence_after(line, fence) if begins else None


def _pre_after(line: str, pre: str) -> str:
    """The end of the HTML that is still open after a line."""
    begin = re.match(r" {0,3}<(pre|code|script|style|textarea)(?![^\s>])", line, re.IGNORECASE)
    end = pre or (f"</{begin[1]}>".lower() if begin else "")
    return "" if end in line.lower() else end


def _unindented(line: str) -> tuple[str, int]:
    line = re.sub(r"\A(?: {0,3}> ?)+", "", line).expandtabs(4)
    return line.lstrip(), len(line) - len(line.lstrip())


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
    is_struck = len(re.findall(r"<s(?:\s[^<>]*)?>", before)) > before.count("</s>")
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
