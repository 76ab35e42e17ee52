"""Finds the answer in what the transformers pipeline returns, in any of its shapes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from hfchat_gui.backends.delta_parts import content_of
from hfchat_gui.conversation.characters import whole_characters

# What chat templates put around turns.
_MARK = re.compile(
    r"\s*(?:<\|[^|>\n]{1,40}\|>|</?s>|\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>"
    r"|(?:assistant|model|ASSISTANT|###\s*Assistant|###\s*Response):?(?=\s|$))"
)
_NEAR_START = 200


def generated_text(value: Any, turns: Sequence[str], prompt: str = "") -> str | None:
    """Return the answer in a pipeline's JSON, without the prompt; None if there is none.

    `turns`: the texts that were sent as messages, or `prompt`, the one text that was sent. The
    answer of the former conversational task is read alike.
    """
    while isinstance(value, list):
        if not value:
            return None
        if _is_message(value[-1]):
            return _message_text(value[-1])
        value = value[0]
    if isinstance(value, dict):
        value = value.get("generated_text", _last_response(value.get("conversation")))
    if isinstance(value, list) and value and isinstance(value[-1], dict):
        return _message_text(value[-1])
    if not isinstance(value, str):
        return None
    text = whole_characters(value)
    return text.removeprefix(prompt) if prompt else _without_prompt(text, turns)


def _last_response(conversation: Any) -> Any:
    """Return the last answer in the history that the conversational task sent back."""
    answers = conversation.get("generated_responses") if isinstance(conversation, dict) else None
    return answers[-1] if isinstance(answers, list) and answers else None


def _is_message(value: Any) -> bool:
    return isinstance(value, dict) and "role" in value and "content" in value


def _message_text(message: dict[str, Any]) -> str:
    text, _ = content_of(message)
    return whole_characters(text)


def _without_prompt(text: str, turns: Sequence[str]) -> str:
    """Cut a prompt that the server repeats although it was asked not to.

    Only where the marks of a chat template show it: an answer may well begin with the question.
    """
    at = 0
    for turn in turns:
        found = text.find(turn, at)
        if found < 0 or found - at > _NEAR_START:
            return text
        at = found + len(turn)
    mark = _MARK.match(text, at)
    if mark is None or not turns:
        return text
    while mark is not None:
        at = mark.end()
        mark = _MARK.match(text, at)
    return text[at:].lstrip()
