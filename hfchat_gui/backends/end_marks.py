"""Drops the end-of-sequence marks that a server leaks as the very last text of a reply.

One that ends the sentence it is written about, with nothing behind it, cannot be told from these.
"""

from __future__ import annotations

import re

_MARKS = (
    "</s>",
    "<|im_end|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|end_of_turn|>",
    "<|end|>",
    "<|return|>",
    "<end_of_turn>",
    "<eos>",
    "<｜end▁of▁sentence｜>",
)
_LONGEST = max(len(mark) for mark in _MARKS)
_ONLY_MARKS = re.compile(rf"(?:(?:{'|'.join(map(re.escape, _MARKS))})\s*)+")
_STRUCK, _STRUCK_END = re.compile(r"<s(?:\s[^<>]*)?>"), "</s>"
_OPEN_TAG = re.compile(r"<(?:s(?:\s[^<>]{0,200})?)?\Z")


class EndMarks:
    """Passes text on, holding back what may be such marks until more text follows."""

    def __init__(self) -> None:
        self._row: list[str] = []  # marks, and the blanks behind them
        self._open = ""  # what may become one more mark
        self._last = ""  # what may be the beginning of an HTML tag, of what was passed on
        self._struck = 0  # passages of HTML struck through that are open: their end is no mark

    @property
    def holds(self) -> bool:
        """Whether anything is held back, be it marks."""
        return bool(self._row or self._open)

    def feed(self, text: str) -> str:
        """Return the text that is certainly not a mark at the end."""
        text = self._open + text
        end = _without_half_mark(text)
        self._open = text[end:]
        begin = self._begin_of_row(text, end)
        if begin == 0 and self._row:
            self._row.append(text[:end])
            return ""
        passed = "".join(self._row) + text[:begin]
        self._row = [text[begin:end]] if begin < end else []
        return self._passed(passed)

    def finish(self) -> str:
        """Return what was held back, unless it is whole marks."""
        held = "".join(self._row) + self._open
        self._row, self._open = [], ""
        if self._struck > 0 and held.startswith(_STRUCK_END):
            return held
        return "" if _ONLY_MARKS.fullmatch(held) else held

    def _begin_of_row(self, text: str, end: int) -> int:
        """Return where the row of marks begins that ends at `end`."""
        begin = end
        while True:
            at = begin
            while at > 0 and text[at - 1].isspace():
                at -= 1
            mark = next((mark for mark in _MARKS if text.endswith(mark, 0, at)), "")
            if not mark:
                return 0 if at == 0 and self._row else begin
            begin = at - len(mark)

    def _passed(self, text: str) -> str:
        if text:
            seen = self._last + text
            self._struck += len(_STRUCK.findall(seen)) - text.count(_STRUCK_END)
            begin = _OPEN_TAG.search(seen, max(0, seen.rfind("<")))
            self._last = begin[0] if begin else ""
        return text


def _without_half_mark(text: str) -> int:
    """Return where an end of `text` begins that may become a mark, or is one."""
    at = text.rfind("<", -_LONGEST)
    if at >= 0 and any(mark.startswith(text[at:]) for mark in _MARKS):
        return at
    return len(text)
