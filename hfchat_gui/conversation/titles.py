"""Titles made from the first exchange, without asking a model."""

from __future__ import annotations

from collections.abc import Sequence

from hfchat_gui.conversation.message import Message

TITLE_LENGTH = 60
"""The most characters that a made title has."""


def title_of(question: Message, reply: Message | None = None) -> str:
    """Return the title that the first question gives, or its reply where that says too little."""
    said = question.text or question.sent_text or (reply.text if reply else "")
    line = " ".join(said.split())
    return line if len(line) <= TITLE_LENGTH else line[: TITLE_LENGTH - 1].rstrip() + "…"


def title_of_path(path: Sequence[Message]) -> str:
    """Return the title that the first exchange of a path gives, "" for an empty one."""
    return title_of(*path[:2]) if path else ""
