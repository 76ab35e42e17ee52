"""Very long lines, broken for an editor and joined again: Qt lays out a whole line at every key.

A broken line ends in a mark that the text does not hold, so that what is read back is the same
text, whatever was changed around it.
"""

from __future__ import annotations

LONGEST_SHOWN = 4_000
"""Characters of the longest line that an editor takes as it is."""

_MARKS = "⤶↩↵⏎"


def mark_for(text: str) -> str:
    """Return a sign that `text` does not hold: one that can be seen, where it will be."""
    is_long = any(len(line) > LONGEST_SHOWN for line in text.split("\n"))
    private = "".join(map(chr, range(0xE000, 0xF900)))
    return next(sign for sign in (_MARKS if is_long else "") + private if sign not in text)


def broken(text: str, mark: str) -> str:
    """Return `text` with its long lines broken after `mark`."""
    return "\n".join(_pieces(line, mark) for line in text.split("\n"))


def joined(text: str, mark: str) -> str:
    """Return what `broken` was given, with what was changed since."""
    return text.replace(f"{mark}\n", "").replace(mark, "")


def _pieces(line: str, mark: str) -> str:
    starts = range(0, len(line), LONGEST_SHOWN)
    return f"{mark}\n".join(line[start : start + LONGEST_SHOWN] for start in starts)
