"""Moves what a model wrote between `<think>` and `</think>` out of its answer.

The tag opens at the start of an answer only, so a tag that is written about stays text. A closing
tag without an opening one means that the chat template had opened it; inside code it is code.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

_OPEN = "<think>"
_CLOSE = "</think>"
# So many closing tags in code, and the reply is about them: no more looking back each time.
_MOST_IN_CODE = 20
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


class Kind(Enum):
    """What a piece of model output is."""

    TEXT = "text"
    THINKING = "thinking"
    TEXT_WAS_THINKING = "text was thinking"


class Piece(NamedTuple):
    """A piece of output; `TEXT_WAS_THINKING` has no text and speaks of all that came before."""

    kind: Kind
    text: str = ""


class _In(Enum):
    START = "start"
    THINKING = "thinking"
    ANSWER = "answer"
    SETTLED = "settled"  # no tag counts any more


class ThinkTags:
    """Takes the output in any pieces; holds back what may still become a tag."""

    def __init__(self) -> None:
        self._where = _In.START
        self._held = ""
        self._answer: list[str] = []
        self._in_code = 0
        self._trim = False

    def reasoning_comes_apart(self) -> None:
        """Take every tag as text from now on: the server sends reasoning by a field of its own."""
        if self._where is not _In.THINKING:
            self._where = _In.SETTLED

    def feed(self, text: str) -> list[Piece]:
        """Return the pieces that are certain after `text`."""
        pieces: list[Piece] = []
        rest = self._held + text
        self._held = ""
        while rest:
            step = self._STEPS[self._where]
            rest = step(self, rest, pieces)
        return pieces

    def finish(self) -> list[Piece]:
        """Return what was held back, now that nothing more comes."""
        held, self._held = self._held, ""
        if not held:
            return []
        kind = Kind.THINKING if self._where is _In.THINKING else Kind.TEXT
        return [Piece(kind, held)]

    def _at_start(self, rest: str, pieces: list[Piece]) -> str:
        seen = rest.lstrip()
        if seen.startswith(_OPEN):
            self._where, self._trim = _In.THINKING, True
            return seen[len(_OPEN) :]
        if _OPEN.startswith(seen):
            self._held = rest
            return ""
        self._where = _In.ANSWER
        return rest

    def _in_thinking(self, rest: str, pieces: list[Piece]) -> str:
        rest = self._trimmed(rest)
        before, tag, after = rest.partition(_CLOSE)
        if tag:
            self._where, self._trim = _In.SETTLED, True
        else:
            before, self._held = _without_part_of_tag(rest)
        if before:
            pieces.append(Piece(Kind.THINKING, before))
        return after

    def _in_answer(self, rest: str, pieces: list[Piece]) -> str:
        before, tag, after = rest.partition(_CLOSE)
        if not tag:
            before, self._held = _without_part_of_tag(rest)
        if before:
            self._answer.append(before)
            pieces.append(Piece(Kind.TEXT, before))
        if not tag:
            return ""
        if self._in_code >= _MOST_IN_CODE:
            self._where = _In.SETTLED
        if self._where is _In.SETTLED or _is_code("".join(self._answer)):
            self._in_code += 1
            self._answer.append(tag)
            pieces.append(Piece(Kind.TEXT, tag))
            return after
        pieces.append(Piece(Kind.TEXT_WAS_THINKING))
        self._where, self._trim = _In.SETTLED, True
        return after

    def _settled(self, rest: str, pieces: list[Piece]) -> str:
        if rest := self._trimmed(rest):
            pieces.append(Piece(Kind.TEXT, rest))
        return ""

    def _trimmed(self, text: str) -> str:
        """Drop the line ends that follow a tag."""
        if self._trim:
            text = text.lstrip("\r\n")
            self._trim = not text
        return text

    _STEPS = {  # noqa: RUF012 - a constant of methods
        _In.START: _at_start,
        _In.THINKING: _in_thinking,
        _In.ANSWER: _in_answer,
        _In.SETTLED: _settled,
    }


def _without_part_of_tag(text: str) -> tuple[str, str]:
    """Split off an end of `text` that may become a closing tag."""
    at = text.rfind("<", -len(_CLOSE) + 1)
    if at >= 0 and _CLOSE.startswith(text[at:]):
        return text[:at], text[at:]
    return text, ""


def _is_code(before: str) -> bool:
    """Whether what follows `before` stands in a Markdown fence or between backticks."""
    fence = ""
    for line in before.splitlines():
        if not (found := _FENCE.match(line)):
            continue
        if not fence:
            fence = found[1]
        elif line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            fence = ""
    last_line = before.rpartition("\n")[2]
    return bool(fence) or last_line.count("`") % 2 == 1
