"""Joins halves of a surrogate pair that come in two pieces, and replaces halves left alone.

Half a pair is dropped by Qt and refused by SQLite and by every UTF-8 encoder.
"""

from __future__ import annotations

import re

_HALF = re.compile("[\ud800-\udfff]")
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_REPLACEMENT = "\ufffd"


class SurrogateJoiner:
    """Passes text on; holds back a first half at the end until the next piece."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, text: str) -> str:
        """Return the text without half pairs."""
        if self._held:
            text, self._held = self._held + text, ""
        if not _HALF.search(text):
            return text
        if "\ud800" <= text[-1] <= "\udbff":
            text, self._held = text[:-1], text[-1]
        return whole(text)

    def finish(self) -> str:
        """Return what stands for a half that is still held."""
        held, self._held = self._held, ""
        return _REPLACEMENT if held else ""


def whole(text: str) -> str:
    """Return `text` with pairs joined and single halves replaced."""
    joined = _PAIR.sub(lambda pair: _joined(pair[0]), text)
    return _HALF.sub(_REPLACEMENT, joined)


def _joined(pair: str) -> str:
    return chr(0x10000 + ((ord(pair[0]) - 0xD800) << 10) + ord(pair[1]) - 0xDC00)
