"""Reads tool calls out of the many shapes that servers stream them in."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import islice
from typing import Any

from hfchat_gui.backends.masking import masked_name
from hfchat_gui.backends.surrogates import SurrogateJoiner
from hfchat_gui.conversation.reply_events import ToolCallDelta

_MOST_CALLS = 64


class ToolCalls:
    """Numbers the calls of one reply: a new id under an old index is another call, and so is a
    name that comes once more when the arguments before it are whole. `keys`: texts that no id and
    no name may say.
    """

    def __init__(self, keys: Iterable[str] = ()) -> None:
        self._keys = tuple(keys)
        self._numbers: dict[int, int] = {}
        self._ids: list[str] = []
        self._arguments: list[list[str]] = []
        self._halves: list[SurrogateJoiner] = []

    def read(self, delta: dict[str, Any]) -> list[ToolCallDelta]:
        """Return the pieces of calls in one delta or message."""
        calls = delta.get("tool_calls")
        if not calls and isinstance(function := delta.get("function_call"), dict):
            calls = {"function": function}
        if isinstance(calls, dict):  # very old TGI: one call, not a list
            calls = [calls]
        if not isinstance(calls, list):
            return []
        pieces = (self._piece(call, at) for at, call in enumerate(calls) if isinstance(call, dict))
        return [piece for piece in islice(pieces, _MOST_CALLS) if piece.index < _MOST_CALLS]

    def finish(self) -> list[ToolCallDelta]:
        """Return what was held back in case more came."""
        rests = ((number, halves.finish()) for number, halves in enumerate(self._halves))
        return [ToolCallDelta(number, arguments=rest) for number, rest in rests if rest]

    def _piece(self, call: dict[str, Any], at: int) -> ToolCallDelta:
        function = call.get("function")
        function = function if isinstance(function, dict) else {}
        call_id = masked_name(_text(call.get("id")), self._keys)
        name = masked_name(_text(function.get("name")), self._keys)
        arguments = _text(function.get("arguments"))
        number, is_new = self._number(_index(call.get("index"), at), call_id, name)
        if number < _MOST_CALLS:
            arguments = self._halves[number].feed(arguments)
            self._arguments[number].append(arguments)
        return ToolCallDelta(number, call_id if is_new else "", name, arguments)

    def _number(self, index: int, call_id: str, name: str) -> tuple[int, bool]:
        known = self._numbers.get(index)
        if known is not None and not (name and self._is_whole(known)):
            if call_id in ("", self._ids[known]):
                return known, False
            if not self._ids[known]:
                self._ids[known] = call_id
                return known, True
        if len(self._ids) >= _MOST_CALLS:
            return _MOST_CALLS, True  # dropped by `read`: no reply has use for so many
        self._ids.append(call_id)
        self._arguments.append([])
        self._halves.append(SurrogateJoiner())
        self._numbers[index] = len(self._ids) - 1
        return len(self._ids) - 1, True

    def _is_whole(self, number: int) -> bool:
        """Whether the arguments so far are a JSON object: no call goes on after it."""
        arguments = "".join(self._arguments[number])
        self._arguments[number] = [arguments]
        try:
            return arguments.rstrip().endswith("}") and isinstance(json.loads(arguments), dict)
        except (ValueError, RecursionError):
            return False


def _index(value: object, at: int) -> int:
    """Return the index that a call has, or its place in the list where it has none."""
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value[:9])
    return value if isinstance(value, int) and not isinstance(value, bool) else at


def _text(value: object) -> str:
    """Return a name, id or JSON text; an object where a text is due becomes JSON text."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False)
    except (ValueError, RecursionError):  # numbers without end, or lists in lists in lists
        return ""
