"""Reads requests off a socket for the scripted server: head, length or chunks, keep-alive."""

from __future__ import annotations

import json
import select
import socket
import threading
import time
from dataclasses import dataclass
from typing import Any

_POLL = 0.02


@dataclass(frozen=True)
class Request:
    """One request as it came over the wire."""

    method: str
    target: str  # path and query, or what a proxy is asked for
    headers: tuple[tuple[str, str], ...]
    body: bytes
    at: float  # time.monotonic() when it had been read completely

    @property
    def path(self) -> str:
        """The target without its query."""
        return self.target.partition("?")[0]

    def header(self, name: str) -> str | None:
        """The first header of this name, whatever its case."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key.lower() == wanted), None)

    def json(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.body)


def read_request(
    connection: socket.socket, buffer: bytearray, ended: threading.Event
) -> Request | None:
    """Read the next request; None when the client has closed or the server is ending."""
    head = _read_until(connection, buffer, b"\r\n\r\n", ended)
    if head is None:
        return None
    first, *lines = head.decode("latin-1").split("\r\n")
    method, target, _ = first.split(" ", 2)
    headers = tuple(_header(line) for line in lines if line)
    names = {name.lower(): value for name, value in headers}
    if names.get("transfer-encoding", "").lower() == "chunked":
        body = _read_chunks(connection, buffer, ended)
    else:
        body = _read_exactly(connection, buffer, int(names.get("content-length", "0")), ended)
    return Request(method, target, headers, body, time.monotonic())


def _header(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name, value.strip()


def _read_more(connection: socket.socket, buffer: bytearray, ended: threading.Event) -> bool:
    while not ended.is_set():
        readable, _, _ = select.select([connection], [], [], _POLL)
        if readable:
            received = connection.recv(65536)
            buffer += received
            return bool(received)
    return False


def _read_until(
    connection: socket.socket, buffer: bytearray, mark: bytes, ended: threading.Event
) -> bytes | None:
    while (found := buffer.find(mark)) < 0:
        if not _read_more(connection, buffer, ended):
            return None
    taken = bytes(buffer[:found])
    del buffer[: found + len(mark)]
    return taken


def _read_exactly(
    connection: socket.socket, buffer: bytearray, size: int, ended: threading.Event
) -> bytes:
    while len(buffer) < size:
        if not _read_more(connection, buffer, ended):
            raise ConnectionResetError("the client went away in the middle of its request")
    taken = bytes(buffer[:size])
    del buffer[:size]
    return taken


def _read_chunks(connection: socket.socket, buffer: bytearray, ended: threading.Event) -> bytes:
    body = b""
    while True:
        line = _read_until(connection, buffer, b"\r\n", ended)
        if line is None:
            raise ConnectionResetError("the client went away in the middle of its request")
        size = int(line.partition(b";")[0], 16)
        body += _read_exactly(connection, buffer, size, ended)
        _read_until(connection, buffer, b"\r\n", ended)
        if size == 0:
            return body
