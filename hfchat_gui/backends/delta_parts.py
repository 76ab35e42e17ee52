"""Finds answer text and reasoning in a delta or message, under all names that servers use."""

from __future__ import annotations

from typing import Any

_REASONING = ("reasoning_content", "reasoning", "thinking", "reasoning_text")


class Reasoning:
    """Reads the reasoning of one reply, each part of it once: some servers send it twice."""

    def __init__(self) -> None:
        self._has_name = False

    def of(self, delta: dict[str, Any]) -> str:
        """Return the reasoning in a delta; details count where it never has a name."""
        for name in _REASONING:
            value = delta.get(name)
            if text := value if isinstance(value, str) else _joined(value):
                self._has_name = True
                return text
        return "" if self._has_name else _joined(delta.get("reasoning_details"))


def content_of(delta: dict[str, Any]) -> tuple[str, str]:
    """Return the answer text and the reasoning that stand in `content`, string or parts."""
    content = delta.get("content")
    if isinstance(content, str) and content:
        return content, ""
    if isinstance(content, dict):
        content = [content]
    if isinstance(content, list):
        thinking = "".join(_thinking_part(part) for part in content)
        return "".join(_text_part(part) for part in content), thinking
    refusal = delta.get("refusal")
    return (refusal, "") if isinstance(refusal, str) else ("", "")


def _text_part(part: Any) -> str:
    if isinstance(part, str):
        return part
    is_thinking = isinstance(part, dict) and part.get("type") in ("thinking", "reasoning")
    return "" if is_thinking else _text_of(part, ("text",))


def _thinking_part(part: Any) -> str:
    if not isinstance(part, dict) or part.get("type") not in ("thinking", "reasoning"):
        return ""
    inner = (_joined(part.get(name)) for name in ("thinking", "summary", "content"))
    return next(filter(None, inner), "") or _text_of(part, ("thinking", "text"))


def _joined(parts: Any) -> str:
    """Return the reasoning in a list of parts; "" for all else."""
    if not isinstance(parts, list):
        return ""
    return "".join(_text_of(part, ("text", "summary")) for part in parts)


def _text_of(part: Any, names: tuple[str, ...]) -> str:
    if not isinstance(part, dict):
        return ""
    return next((part[name] for name in names if isinstance(part.get(name), str)), "")
