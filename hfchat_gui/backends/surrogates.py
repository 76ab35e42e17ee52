"""Joins the halves of a surrogate pair that come in two pieces of a stream."""

from __future__ import annotations

from hfchat_gui.conversation.characters import whole_characters

_REPLACEMENT = "\ufffd"


class SurrogateJoiner:
    """Passes text on; holds back a first half at the end until the next piece."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, text: str) -> str:
        """Return the text without half pairs."""
        if self._held:
            text, self._held = self._held + text, ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            text, self._held = text[:-1], text[-1]
        return whole_characters(text)

    def finish(self) -> str:
        """Return what stands for a half that is still held."""
        held, self._held = self._held, ""
        return _REPLACEMENT if held else ""
