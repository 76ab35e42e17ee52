"""Splits a byte stream into server-sent events, by the standard and by bytes.

https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation. Lines
end at CR, LF or CRLF and nowhere else: other separators stand raw inside JSON strings.
"""

from __future__ import annotations

import msgspec

_BOM = b"\xef\xbb\xbf"
_LONGEST_LINE = 8 * 1024 * 1024
LONGEST_EVENT = 8 * 1024 * 1024
_LONGEST_STRAY = 64 * 1024
_COST_OF_LINE = 64  # bytes of memory that a data line takes beside its text


class EventTooLong(Exception):
    """A line or an event grew beyond all sense; this is no event stream."""


class ServerEvent(msgspec.Struct, frozen=True):
    """One event: its name (b"" = none given) and its data lines joined by LF, still UTF-8."""

    name: bytes
    data: bytes


class EventDecoder:
    """Takes the stream in any pieces and gives the events that are complete."""

    def __init__(self) -> None:
        self._open_line: list[bytes] = []
        self._open_size = 0
        self._after_cr = False
        self._first_line = True
        self._name = b""
        self._data: list[bytes] = []
        self._data_size = 0
        self.stray = b""
        """JSON that stands between the events, as where a gateway ends a stream by an error."""

    def feed(self, piece: bytes) -> list[ServerEvent]:
        """Return the events that `piece` completes; raise `EventTooLong`."""
        if self._after_cr and piece:
            self._after_cr = False
            piece = piece.removeprefix(b"\n")
        if b"\n" not in piece and b"\r" not in piece:
            self._keep(piece)
            return []
        self._open_line.append(piece)
        lines = b"".join(self._open_line).splitlines(keepends=True)
        self._open_line, self._open_size = [], 0
        self._after_cr = lines[-1].endswith(b"\r")
        if not lines[-1].endswith((b"\r", b"\n")):
            self._keep(lines.pop())
        return self._read(lines)

    def rest(self) -> list[ServerEvent]:
        """Return the event that the end of the stream has cut short, if there is one.

        The standard drops it; many servers leave out the last empty line.
        """
        line = b"".join(self._open_line)
        self._open_line, self._open_size = [], 0
        return self._read([line, b"\n"] if line else [b"\n"])

    def _keep(self, piece: bytes) -> None:
        self._open_line.append(piece)
        self._open_size += len(piece)
        if self._open_size > _LONGEST_LINE:
            raise EventTooLong

    def _read(self, lines: list[bytes]) -> list[ServerEvent]:
        events: list[ServerEvent] = []
        for ended in lines:
            line = ended.rstrip(b"\r\n")
            if self._first_line:
                self._first_line = False
                line = line.removeprefix(_BOM)
            if line:
                self._read_field(line)
                continue
            if self._data:
                events.append(ServerEvent(self._name, b"\n".join(self._data)))
                self._data, self._data_size = [], 0
            self._name = b""
        return events

    def _read_field(self, line: bytes) -> None:
        field, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if field == b"data":
            self._add(value)
        elif field == b"event":
            # Some say "ERROR" or "message.error".
            self._name = b"error" if value.lower().endswith(b"error") else value
        elif field == b"error":
            # Not in the standard: older llama.cpp reports a failure in a field of this name.
            self._name = b"error"
            self._add(value)
        elif (self.stray or line.startswith(b"{")) and len(self.stray) < _LONGEST_STRAY:
            self.stray += line + b"\n"

    def _add(self, value: bytes) -> None:
        self._data.append(value)
        self._data_size += len(value) + _COST_OF_LINE
        if self._data_size > LONGEST_EVENT:
            raise EventTooLong
