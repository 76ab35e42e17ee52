"""Drops an end-of-sequence mark that a server leaks as the very last text of a reply."""

from __future__ import annotations

_MARKS = ("</s>", "<|im_end|>", "<|eot_id|>", "<|endoftext|>", "<|end|>", "<end_of_turn>")
_LONGEST = max(len(mark) for mark in _MARKS)


class EndMarks:
    """Passes text on, holding back what may be such a mark until more text follows."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, text: str) -> str:
        """Return the text that is certainly not a mark at the end."""
        text = self._held + text
        self._held = ""
        at = text.rfind("<", -_LONGEST)
        if at >= 0 and any(mark.startswith(text[at:]) for mark in _MARKS):
            text, self._held = text[:at], text[at:]
        return text

    def finish(self) -> str:
        """Return what was held back, unless it is a whole mark."""
        held, self._held = self._held, ""
        return "" if held in _MARKS else held
