"""Moves what a model wrote between `<think>` and `</think>` out of its answer.

Inside code both are code (`CodeWatch` says what that is; where it cannot be known yet, as behind a
backtick that may never be closed, the text waits). A tag opens at the start of a line only: one
that stands in the middle of a sentence is written about and stays text, and so does the closing one
behind it on that line. A closing tag without an opening one means that the chat template had
opened it, wherever outside code it stands: a sentence about `</think>` alone cannot be told from
that.

A block of code that is left open may be thinking that was broken off. The closing tag ends it
where it stands alone on its line (in code that is one by its depth: behind the last line), no
opening tag stands in that block, and the next two lines with text neither close it nor go on as
deep.

Where the server sends reasoning by a field of its own, tags count at the very start only: what
they enclose there counts unless it repeats that reasoning, and a closing tag alone is dropped.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from hfchat_gui.backends.code_watch import FAR, CodeWatch
from hfchat_gui.conversation.characters import whole_characters

_OPEN = "<think>"
_CLOSE = "</think>"
_TAG = re.compile(f"{_OPEN}|{_CLOSE}")
_MOST_COMPARED = 4_000  # what begins alike over so much is the same


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
        self._is_end = False
        self._code = CodeWatch()
        self._may_be_thinking = True  # the answer so far, if a closing tag comes
        self._is_written_about = False  # the tag that opens, on this line
        self._settled_block = 0  # the number of the last one that is known to be code
        self._trim = False
        self._is_apart = False
        self._apart = ""  # the beginning of the reasoning that came by a field
        self._repeated: list[str] = []  # what may be that reasoning once more

    def reasoning_comes_apart(self, text: str) -> None:
        """Take `text` as reasoning that the server sends by a field of its own."""
        if self._where is _In.ANSWER:
            self._where = _In.SETTLED
        elif len(self._apart) < _MOST_COMPARED and (self._where is _In.START or self._is_apart):
            self._is_apart = True
            self._apart += text[: _MOST_COMPARED - len(self._apart)]

    @property
    def holds(self) -> bool:
        """Whether `finish` would return anything."""
        return bool(self._held or self._repeated)

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
        self._is_end = True
        pieces = self.feed("")
        held, self._held = self._held, ""
        if self._where is _In.THINKING:
            self._think(held, pieces)
            self._end_repeated(pieces)
        elif held:
            pieces.append(Piece(Kind.TEXT, held))
        return pieces

    def _at_start(self, text: str, at: int, pieces: list[Piece]) -> int:
        blank = len(text) - len(text.lstrip())
        if text.startswith(_OPEN, blank):
            self._where, self._trim = _In.THINKING, True
            return blank + len(_OPEN)
        if self._is_apart and text.startswith(_CLOSE, blank):
            self._where, self._trim = _In.SETTLED, True
            return blank + len(_CLOSE)
        if any(tag.startswith(text[blank:]) for tag in self._TAGS_AT_START[self._is_apart]):
            self._held = text
            return len(text)
        self._where = _In.SETTLED if self._is_apart else _In.ANSWER
        return at

    def _in_thinking(self, text: str, at: int, pieces: list[Piece]) -> int:
        at = self._trimmed(text, at)
        end = text.find(_CLOSE, at)
        if end >= 0:
            self._think(text[at:end], pieces)
            self._end_repeated(pieces)
            self._where = _In.SETTLED if self._is_apart else _In.ANSWER
            self._trim, self._may_be_thinking = True, False
            return end + len(_CLOSE)
        self._think(text[at : self._hold_part_of((_CLOSE,), text, at)], pieces)
        return len(text)

    def _think(self, text: str, pieces: list[Piece]) -> None:
        if self._is_apart:
            self._repeated.append(text)
        elif text:
            pieces.append(Piece(Kind.THINKING, text))

    def _end_repeated(self, pieces: list[Piece]) -> None:
        text, self._repeated = "".join(self._repeated), []
        said, known = text.strip(), whole_characters(self._apart).strip()
        is_cut = len(self._apart) == _MOST_COMPARED
        is_known = known.startswith(said) or (is_cut and said.startswith(known[:-1]))
        if not is_known:
            pieces.append(Piece(Kind.THINKING, text))

    def _in_answer(self, text: str, at: int, pieces: list[Piece]) -> int:
        at = self._trimmed(text, at)
        found = _TAG.search(text, at)
        if found is None:
            end = self._hold_part_of((_OPEN, _CLOSE), text, at)
            self._answer(text[at:end], pieces)
            return len(text)
        self._answer(text[at : found.start()], pieces)
        tag, rest = found[0], text[found.end() : found.end() + FAR]
        moves = self._opens() if tag == _OPEN else self._closes(rest)
        if moves is None:
            self._held = text[found.start() :]
            return len(text)
        if not moves:
            self._answer(tag, pieces)
            self._is_written_about = self._is_written_about or tag == _OPEN
            return found.end()
        if tag == _OPEN:
            self._where = _In.THINKING
        else:
            pieces.append(Piece(Kind.TEXT_WAS_THINKING))
            self._code = CodeWatch()
        self._may_be_thinking, self._trim = False, True
        return found.end()

    def _opens(self) -> bool:
        """Whether thinking begins here; where the tag is code or written about, it does not."""
        if block := self._code.block:
            self._settled_block = block
        return self._code.is_line_blank and not block

    def _closes(self, rest: str) -> bool | None:
        """Whether all so far was thinking, `rest` being what follows; None if it cannot be known
        yet.
        """
        if self._is_written_about or not self._may_be_thinking:
            return False
        if self._code.block:
            is_code = self._is_open_block(rest)
        else:
            is_code = self._code.in_span(rest, is_end=self._is_end)
        return None if is_code is None else not is_code

    def _is_open_block(self, rest: str) -> bool | None:
        """Whether the open block is one of code that has the tag in it; None as above."""
        block, (line, *others) = self._code.block, rest.split("\n", 1)
        is_alone = self._code.is_line_blank is not self._code.is_deep and not line.strip()
        if not is_alone or self._settled_block == block:
            return True
        is_end = self._is_end or len(rest) >= FAR
        goes_on = self._code.goes_on("".join(others), is_end=is_end)
        if goes_on and rest.strip():
            self._settled_block = block
        return goes_on

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

    _TAGS_AT_START = ((_OPEN,), (_OPEN, _CLOSE))
    _STEPS = {  # noqa: RUF012 - a constant of methods
        _In.START: _at_start,
        _In.THINKING: _in_thinking,
        _In.ANSWER: _in_answer,
        _In.SETTLED: _settled,
    }
