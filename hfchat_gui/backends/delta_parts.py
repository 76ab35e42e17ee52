"""Finds answer text and reasoning in a delta or message, under all names that servers use."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

_REASONING = ("reasoning_content", "reasoning", "thinking", "reasoning_text")
_THINKING_TYPES = ("thinking", "reasoning", "thought", "summary_text")
_THINKING_PARTS = ("thinking", "summary", "content", "text", *_REASONING)
_ANSWER_PARTS = ("text", "refusal", "content")
_NO_TEXT = ("None", "null", False)
_DEEPEST = 8  # of parts in parts


class Reasoning:
    """Reads the reasoning of one reply, each part of it once: some servers send it twice."""

    def __init__(self) -> None:
        self._has_name = False

    def of(self, delta: dict[str, Any]) -> str:
        """Return the reasoning in a delta; details count where it never has a name."""
        for name in _REASONING:
            if text := _words(delta.get(name)):
                self._has_name = True
                return text
        return "" if self._has_name else _words(delta.get("reasoning_details"))


def content_of(delta: dict[str, Any]) -> tuple[str, str]:
    """Return the answer text and the reasoning that stand in `content`, in any of its forms.

    A server that reads each token as JSON makes numbers, true and false of some. Beside a call,
    None, null and false alone stand for no text.
    """
    content = delta.get("content")
    if content in _NO_TEXT and (delta.get("tool_calls") or delta.get("function_call")):
        content = None
    if content is not None and content != "":
        return _said(content)
    refusal = delta.get("refusal")
    return (refusal, "") if isinstance(refusal, str) else ("", "")


def _said(content: Any, depth: int = 0) -> tuple[str, str]:
    """Return the answer text and the reasoning in text, in a part, or in a list of these."""
    if isinstance(content, list):
        parts = [_said(part, depth + 1) for part in content] if depth < _DEEPEST else []
        return "".join(text for text, _ in parts), "".join(thinking for _, thinking in parts)
    if not isinstance(content, dict):
        return _words(content) or _number(content), ""
    if _is_thinking(content):
        return "", _first_words(content, _THINKING_PARTS)
    text = content.get("text")
    names = _ANSWER_PARTS[: 2 if "type" in content else 3]  # of other types it is something else
    return _first_words(content, names) or _number(text), ""


def _is_thinking(part: dict[str, Any]) -> bool:
    kind = part.get("type")
    if isinstance(kind, str):
        return kind.startswith(_THINKING_TYPES) or part.get("thought") is True
    return part.get("thought") is True or not part.keys().isdisjoint(_REASONING)


def _first_words(part: dict[str, Any], names: tuple[str, ...], depth: int = 0) -> str:
    return next(filter(None, (_words(part.get(name), depth) for name in names)), "")


def _words(value: Any, depth: int = 0) -> str:
    """Return a text that may be wrapped in parts; "" for all that is none, as flags and counts."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and depth < _DEEPEST:
        return "".join(_words(part, depth + 1) for part in value)
    if isinstance(value, dict) and depth < _DEEPEST:
        return _first_words(value, ("text", "value", "content", "summary"), depth + 1)
    return ""


def _number(value: Any) -> str:
    is_number = isinstance(value, int) or (isinstance(value, float) and isfinite(value))
    return json.dumps(value) if is_number else ""
