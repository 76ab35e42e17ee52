"""Finds the answer in what the transformers pipeline returns, in any of its shapes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from hfchat_gui.backends.delta_parts import content_of
from hfchat_gui.conversation.characters import whole_characters
from hfchat_gui.conversation.request import Turn

# What chat templates put around turns.
_MARK = re.compile(
    r"\s*(?:<\|[^|>\n]{1,40}\|>|</?s>|\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>"
    r"|(?:assistant|model|ASSISTANT|###\s*Assistant|###\s*Response):?(?=\s|$))"
)
_NEAR_START = 200


def generated_text(value: Any, turns: Sequence[Turn]) -> str | None:
    """Return the answer in a pipeline's JSON, without the prompt; None if there is none."""
    while isinstance(value, list):
        if not value:
            return None
        if _is_message(value[-1]):
            return _message_text(value[-1])
        value = value[0]
    if isinstance(value, dict):
        value = value.get("generated_text")
    if isinstance(value, list) and value and isinstance(value[-1], dict):
        return _message_text(value[-1])
    return _without_prompt(whole_characters(value), turns) if isinstance(value, str) else None


def cut_at_stop(text: str, stops: Sequence[str]) -> str:
    """Return the text before the first stop string in it."""
    places = [at for stop in stops if stop and (at := text.find(stop)) >= 0]
    return text[: min(places)] if places else text


def _is_message(value: Any) -> bool:
    return isinstance(value, dict) and "role" in value and "content" in value


def _message_text(message: dict[str, Any]) -> str:
    text, _ = content_of(message)
    return whole_characters(text)


def _without_prompt(text: str, turns: Sequence[Turn]) -> str:
    """Cut a prompt that the server repeats although it was asked not to.

    Only where the marks of a chat template show it: an answer may well begin with the question.
    """
    at = 0
    for turn in turns:
        found = text.find(turn.text, at)
        if found < 0 or found - at > _NEAR_START:
            return text
        at = found + len(turn.text)
    mark = _MARK.match(text, at)
    if mark is None or not turns:
        return text
    while mark is not None:
        at = mark.end()
        mark = _MARK.match(text, at)
    return text[at:].lstrip()
