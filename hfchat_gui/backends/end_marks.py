"""Drops the end-of-sequence marks that a server leaks as the very last text of a reply."""

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
_STRUCK, _STRUCK_END = "<s>", "</s>"
_MOST_HELD = 256  # more marks than that are what the model has to say


class EndMarks:
    """Passes text on, holding back what may be such marks until more text follows."""

    def __init__(self) -> None:
        self._held = ""
        self._last = ""  # letters of what was passed on, in which an HTML tag may have begun
        self._struck = 0  # passages of HTML struck through that are open: their end is no mark

    def feed(self, text: str) -> str:
        """Return the text that is certainly not a mark at the end."""
        text = self._held + text
        end = _end_without_marks(text)
        if len(text) - end > _MOST_HELD:
            end = len(text)
        self._held = text[end:]
        return self._passed(text[:end])

    def finish(self) -> str:
        """Return what was held back, unless it is whole marks."""
        held, self._held = self._held, ""
        if self._struck > 0 and held.startswith(_STRUCK_END):
            return held
        return "" if _ONLY_MARKS.fullmatch(held) else held

    def _passed(self, text: str) -> str:
        if text:
            seen = self._last + text
            self._struck += seen.count(_STRUCK) - text.count(_STRUCK_END)
            self._last = seen[1 - len(_STRUCK) :]
        return text


def _end_without_marks(text: str) -> int:
    """Return where a row of marks begins that `text` ends with; the last may be half a mark."""
    end = len(text)
    at = text.rfind("<", -_LONGEST)
    if at >= 0 and any(mark.startswith(text[at:]) for mark in _MARKS):
        end = at
    while True:
        seen = text[max(0, end - _MOST_HELD) : end].rstrip()
        mark = next((mark for mark in _MARKS if seen.endswith(mark)), "")
        if not mark:
            return end
        end -= len(text[max(0, end - _MOST_HELD) : end]) - len(seen) + len(mark)
