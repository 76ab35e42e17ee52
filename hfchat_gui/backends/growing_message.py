"""Reads messages that come whole in each chunk, longer each time, by what is new in them."""

from __future__ import annotations

from typing import Any

# What stands at the end for a letter that is still to come in part.
_CUT_LETTERS = "\ufffd" + "".join(map(chr, range(0xD800, 0xDC00)))
_SURE = 8  # letters: what begins with so many that were said before does so by no chance
_EQUAL = 3  # short texts are pieces


class GrowingMessage:
    """Takes the messages of one reply, chunk by chunk.

    A text that does not begin with all that was said before is the next piece instead, and so are
    all of them, before it and after it. A few letters more wait until that is known.
    """

    def __init__(self) -> None:
        self._texts: dict[str, _Growing] = {}
        self._arguments: dict[str, _Growing] = {}
        self._calls: Any = None
        self._named: dict[str, Any] = {}

    def new_in(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the message with what is new in its texts, and without calls that it repeats."""
        new = {
            name: self._new(name, value) if isinstance(value, str) and name != "role" else value
            for name, value in message.items()
        }
        if calls := message.get("tool_calls"):
            new["tool_calls"] = None if calls == self._calls else self._new_calls(calls)
            self._calls = calls
        return new

    def rest(self) -> dict[str, str]:
        """Return what waits, as of a message that ends here."""
        rests = {name: text.rest() for name, text in self._texts.items()}
        return {name: rest for name, rest in rests.items() if rest}

    def _new(self, name: str, text: str) -> str:
        return self._texts.setdefault(name, _Growing()).new(text)

    def _new_calls(self, calls: Any) -> Any:
        if not isinstance(calls, list):
            return calls
        told = [self._new_call(at, call) for at, call in enumerate(calls)]
        return [call for call in told if call is not None]

    def _new_call(self, at: int, call: Any) -> Any:
        """Return a call with what is new in its arguments; None where nothing is."""
        function = call.get("function") if isinstance(call, dict) else None
        if not isinstance(function, dict) or not isinstance(function.get("arguments"), str):
            return call
        said = function["arguments"]
        key = f"call {call.get('id') or at}"
        name = {**call, "function": {**function, "arguments": ""}}
        new = self._arguments.setdefault(key, _Growing(is_known=True)).new(said)
        if not new and self._named.get(key) == name:
            return None
        self._named[key] = name
        return {"index": at, **call, "function": {**function, "arguments": new}}


class _Growing:
    """One of the texts. `is_known`: two that are alike are no pieces, as in JSON."""

    def __init__(self, *, is_known: bool = False) -> None:
        self._said = ""  # the last whole text, without letters that are cut
        self._last = ""  # that text as it came
        self._told = 0  # letters of it
        # All of them, until it is known that they grow.
        self._open: list[str] | None = None if is_known else []
        self._is_pieces = False

    def new(self, text: str) -> str:
        """Return what is certainly new in the next text."""
        if self._is_pieces or not text:
            return text
        whole = text.rstrip(_CUT_LETTERS)
        if self._said and not whole.startswith(self._said):
            if not (untrimmed := self._untrimmed(whole)):
                return self._pieces(text)
            whole = text = untrimmed
        is_first, self._said, self._last = not self._said, whole, text
        if self._open is not None:
            self._open.append(text)
            if len(self._open) == _EQUAL and len(set(self._open)) == 1 and len(text) < _SURE:
                return self._pieces("")
            if len(whole) >= _SURE and not is_first:
                self._open = None
            elif not is_first:
                return ""
        told, self._told = self._told, len(whole)
        return whole[told:]

    def _untrimmed(self, text: str) -> str:
        """Return the next text with the blanks that it has lost; "" if it is no next one."""
        said = self._said
        whole = said[: len(said) - len(said.lstrip())] + text
        if len(text) < _SURE or not said.strip():
            return ""
        if whole == said.rstrip():
            return said
        return whole if whole.startswith(said) else ""

    def rest(self) -> str:
        """Return what is new in the last text, if no other one comes."""
        return "" if self._is_pieces else self._last[self._told :]

    def _pieces(self, text: str) -> str:
        self._is_pieces = True
        came = self._last if self._open is None else "".join(self._open)
        return came[self._told :] + text
