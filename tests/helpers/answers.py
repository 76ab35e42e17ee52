"""What a scripted server can do with a connection: send, pause, hold, chunk, reset, hang up."""

from __future__ import annotations

import json
import select
import socket
import struct
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Protocol

_POLL = 0.005


class ConnectionOver(Exception):
    """The script has ended this connection, or the client has."""


@dataclass(frozen=True)
class Play:
    """A connection on which an answer is being played."""

    connection: socket.socket
    server_ended: threading.Event

    def watch(self, seconds: float | None, until: threading.Event | None = None) -> None:
        """Wait; raise if the client closes meanwhile or the server ends."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while not (until and until.is_set()):
            left = _POLL if deadline is None else min(_POLL, deadline - time.monotonic())
            if left <= 0:
                return
            if self.server_ended.is_set():
                raise ConnectionOver
            readable, _, _ = select.select([self.connection], [], [], left)
            if readable:
                if not self.connection.recv(1, socket.MSG_PEEK):
                    raise ConnectionResetError("the client closed")
                time.sleep(left)  # the next request is waiting: not our concern here


class Step(Protocol):
    """One thing to do while answering."""

    def play(self, on: Play) -> None:
        """Do it on this connection."""
        ...


@dataclass(frozen=True)
class Send:
    """Write bytes in one call."""

    data: bytes

    def play(self, on: Play) -> None:
        """Write, unless the client has already gone."""
        on.watch(0.0)
        on.connection.sendall(self.data)


@dataclass(frozen=True)
class Pause:
    """Wait before the next step."""

    seconds: float

    def play(self, on: Play) -> None:
        """Wait, watching for a client that hangs up."""
        on.watch(self.seconds)


@dataclass(frozen=True)
class Hold:
    """Keep the connection as it is until the test calls `release()`."""

    released: threading.Event = field(default_factory=threading.Event)

    def release(self) -> None:
        """Let the answer go on."""
        self.released.set()

    def play(self, on: Play) -> None:
        """Wait for the release, watching for a client that hangs up."""
        on.watch(None, self.released)


@dataclass(frozen=True)
class HangUp:
    """Close the connection: in order, or by a reset."""

    reset: bool = False

    def play(self, on: Play) -> None:
        """End the connection here, whatever was promised."""
        if self.reset:
            linger = struct.pack("hh" if _IS_WINDOWS else "ii", 1, 0)
            on.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        else:
            on.connection.shutdown(socket.SHUT_WR)
        raise ConnectionOver


_IS_WINDOWS = struct.calcsize("l") == 4 and struct.calcsize("P") == 8


@dataclass(frozen=True)
class Answer:
    """A list of steps that make one answer. `then` adds to it; nothing is checked for sense."""

    steps: tuple[Step, ...]

    def then(self, *steps: Step) -> Answer:
        """The same answer, and these steps after it."""
        return Answer((*self.steps, *steps))

    @staticmethod
    def raw(*parts: bytes | Step) -> Answer:
        """Exactly these bytes and steps, head included."""
        return Answer(tuple(Send(part) if isinstance(part, bytes) else part for part in parts))

    @staticmethod
    def of(
        body: bytes | str, status: int = 200, *, kind: str, headers: dict[str, str] | None = None
    ) -> Answer:
        """A whole answer with a length, in one write."""
        data = body.encode() if isinstance(body, str) else body
        names = {"Content-Type": kind, "Content-Length": str(len(data)), **(headers or {})}
        return Answer((Send(head(status, names) + data),))

    @staticmethod
    def json(body: Any, status: int = 200, *, headers: dict[str, str] | None = None) -> Answer:
        """A JSON answer."""
        return Answer.of(json.dumps(body), status, kind="application/json", headers=headers)

    @staticmethod
    def text(body: str, status: int = 200, *, headers: dict[str, str] | None = None) -> Answer:
        """A plain-text answer."""
        return Answer.of(body, status, kind="text/plain; charset=utf-8", headers=headers)

    @staticmethod
    def html(body: str, status: int = 200, *, headers: dict[str, str] | None = None) -> Answer:
        """A page, as from a server that is something else."""
        return Answer.of(body, status, kind="text/html; charset=utf-8", headers=headers)

    @staticmethod
    def redirect(to: str, status: int = 307) -> Answer:
        """Send the client elsewhere."""
        return Answer.of(b"", status, kind="text/plain", headers={"Location": to})

    @staticmethod
    def stream(
        parts: Iterable[bytes | str | Step],
        *,
        pause: float = 0.0,
        status: int = 200,
        kind: str = "text/event-stream",
        headers: dict[str, str] | None = None,
        complete: bool = True,
    ) -> Answer:
        """A chunked answer, one chunk a part, with a pause before each and steps as they come.

        With `complete=False` the end of the stream is never sent: add `.then(HangUp())`, say.
        """
        names = {"Content-Type": kind, "Transfer-Encoding": "chunked", **(headers or {})}
        steps: list[Step] = [Send(head(status, names))]
        for part in parts:
            if pause:
                steps.append(Pause(pause))
            steps.append(Send(chunk(part)) if isinstance(part, bytes | str) else part)
        if complete:
            steps.append(Send(b"0\r\n\r\n"))
        return Answer(tuple(steps))

    @staticmethod
    def hang() -> Answer:
        """Read the request and never say a word."""
        return Answer((Hold(),))

    @staticmethod
    def close() -> Answer:
        """Read the request and close without an answer."""
        return Answer((HangUp(),))

    @staticmethod
    def reset() -> Answer:
        """Read the request and reset the connection."""
        return Answer((HangUp(reset=True),))


def head(status: int, headers: dict[str, str]) -> bytes:
    """The status line and headers of an answer."""
    lines = [f"HTTP/1.1 {status} {_phrase(status)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def chunk(data: bytes | str) -> bytes:
    """One piece of a chunked body."""
    raw = data.encode() if isinstance(data, str) else data
    return b"%x\r\n%b\r\n" % (len(raw), raw)


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unknown"
