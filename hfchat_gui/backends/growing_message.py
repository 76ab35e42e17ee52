"""Reads messages that come whole in each chunk, longer each time, by what is new in them."""

from __future__ import annotations

from typing import Any


class GrowingMessage:
    """Takes the messages of one reply, chunk by chunk.

    A text that does not begin with all that was said before is the next piece instead, and so are
    all after it.
    """

    def __init__(self) -> None:
        self._said: dict[str, str] = {}
        self._in_pieces: set[str] = set()
        self._calls: Any = None

    def new_in(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the message with what is new in its texts, and without calls that it repeats."""
        new = {
            name: self._new(name, value) if isinstance(value, str) and name != "role" else value
            for name, value in message.items()
        }
        if calls := message.get("tool_calls"):
            if calls == self._calls:
                new["tool_calls"] = None
            self._calls = calls
        return new

    def _new(self, name: str, text: str) -> str:
        said = self._said.get(name, "")
        if name in self._in_pieces or not text.startswith(said):
            if text:
                self._in_pieces.add(name)
            return text
        self._said[name] = text
        return text[len(said) :]
