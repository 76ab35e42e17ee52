"""Moves what a model wrote between `<think>` and `</think>` out of its answer.

Inside code both are code. A tag opens at the start of a line only, so one that is written about
stays text, and so does the closing one behind it. A closing tag without an opening one means that
the chat template had opened it.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from hfchat_gui.backends.code_watch import CodeWatch

_OPEN = "<think>"
_CLOSE = "</think>"
_TAG = re.compile(f"{_OPEN}|{_CLOSE}")


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
        self._code = CodeWatch()
        self._may_be_thinking = True  # the answer so far, if a closing tag comes
        self._is_written_about = False  # the tag that opens, on this line
        self._trim = False

    def reasoning_comes_apart(self) -> None:
        """Take every tag as text from now on: the server sends reasoning by a field of its own."""
        if self._where is not _In.THINKING:
            self._where = _In.SETTLED

    def feed(self, text: str) -> list[Piece]:
        """Return the pieces that are certain after `text`."""
        pieces: list[Piece] = []
        text, self._held = self._held + text, ""
        at = 0
        while at < len(text):
            step = self._STEPS[self._where]
            at = step(self, text, at, pieces)
        return pieces

    def finish(self) -> list[Piece]:
        """Return what was held back, now that nothing more comes."""
        held, self._held = self._held, ""
        if not held:
            return []
        kind = Kind.THINKING if self._where is _In.THINKING else Kind.TEXT
        return [Piece(kind, held)]

    def _at_start(self, text: str, at: int, pieces: list[Piece]) -> int:
        blank = len(text) - len(text.lstrip())
        if text.startswith(_OPEN, blank):
            self._where, self._trim = _In.THINKING, True
            return blank + len(_OPEN)
        if _OPEN.startswith(text[blank:]):
            self._held = text
            return len(text)
        self._where = _In.ANSWER
        return at

    def _in_thinking(self, text: str, at: int, pieces: list[Piece]) -> int:
        at = self._trimmed(text, at)
        end = text.find(_CLOSE, at)
        if end >= 0:
            self._where, self._trim, self._may_be_thinking = _In.ANSWER, True, False
            if end > at:
                pieces.append(Piece(Kind.THINKING, text[at:end]))
            return end + len(_CLOSE)
        end = self._hold_part_of((_CLOSE,), text, at)
        if end > at:
            pieces.append(Piece(Kind.THINKING, text[at:end]))
        return len(text)

    def _in_answer(self, text: str, at: int, pieces: list[Piece]) -> int:
        at = self._trimmed(text, at)
        found = _TAG.search(text, at)
        if found is None:
            end = self._hold_part_of((_OPEN, _CLOSE), text, at)
            self._answer(text[at:end], pieces)
            return len(text)
        self._answer(text[at : found.start()], pieces)
        if not self._code.in_code and self._moves(found[0], pieces):
            self._trim = True
        else:
            self._answer(found[0], pieces)
        return found.end()

    def _moves(self, tag: str, pieces: list[Piece]) -> bool:
        """Follow a tag that is no code; return False where it is written about."""
        if tag == _OPEN:
            self._is_written_about = not self._code.is_line_blank
            if not self._is_written_about:
                self._where, self._may_be_thinking = _In.THINKING, False
            return not self._is_written_about
        if self._is_written_about or not self._may_be_thinking:
            return False
        pieces.append(Piece(Kind.TEXT_WAS_THINKING))
        self._may_be_thinking = False
        self._code = CodeWatch()
        return True

    def _answer(self, text: str, pieces: list[Piece]) -> None:
        if text:
            self._code.feed(text)
            self._is_written_about = self._is_written_about and "\n" not in text
            pieces.append(Piece(Kind.TEXT, text))

    def _settled(self, text: str, at: int, pieces: list[Piece]) -> int:
        at = self._trimmed(text, at)
        if at < len(text):
            pieces.append(Piece(Kind.TEXT, text[at:]))
        return len(text)

    def _trimmed(self, text: str, at: int) -> int:
        """Pass over the line ends that follow a tag."""
        while self._trim and at < len(text):
            self._trim = text[at] in "\r\n"
            at += self._trim
        return at

    def _hold_part_of(self, tags: tuple[str, ...], text: str, at: int) -> int:
        """Hold back an end that may become one of the tags; return where it begins."""
        end = text.rfind("<", max(at, len(text) - len(_CLOSE) + 1))
        if end < 0 or not any(tag.startswith(text[end:]) for tag in tags):
            return len(text)
        self._held = text[end:]
        return end

    _STEPS = {  # noqa: RUF012 - a constant of methods
        _In.START: _at_start,
        _In.THINKING: _in_thinking,
        _In.ANSWER: _in_answer,
        _In.SETTLED: _settled,
    }
