"""What a SOCKS proxy says, handed to the HTTP library in whole messages, however it comes.

The library reads once for each message: one that comes in two pieces, or with the first data of
the server behind it, is a fault to it.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterable
from typing import Any

import httpcore

from hfchat_gui.network.paced import PacedBackend

_VERSION = b"\x05"  # begins all that is said, but for name and password
_SHORT = 2  # bytes of every answer but the reply to the request itself
_GRANTED = b"\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00"
_SMALLEST = 5  # bytes of a reply that tell how long it is
_NAME = 3
_LENGTHS = {1: 10, 4: 22}  # of replies with a number of either kind
_KINDS = (*_LENGTHS, _NAME)


class SocksStream(httpcore.NetworkStream):
    """A connection to a SOCKS proxy; once that leads on, one to the server."""

    def __init__(self, below: httpcore.NetworkStream) -> None:
        self._below = below
        self._held = b""  # read, and not yet handed on
        self._greeted = False
        self._awaits_reply = False
        self._leads_on = False

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return one message of the proxy, then what the server sends."""
        if not self._leads_on:
            return self._message(max_bytes)
        if self._held:
            return self._taken(len(self._held))
        return self._below.read(max_bytes, timeout)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send all of `buffer`."""
        if not self._leads_on and buffer.startswith(_VERSION):
            self._awaits_reply = self._greeted
            self._greeted = True
        self._below.write(buffer, timeout)

    def close(self) -> None:
        """Close the connection."""
        self._below.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        """Return a stream that speaks TLS with the server; raise `ProxyError` if it spoke first."""
        if self._held:
            raise httpcore.ProxyError("it speaks before it is asked")
        return self._below.start_tls(ssl_context, server_hostname, timeout)

    def get_extra_info(self, info: str) -> Any:
        """Answer what httpcore asks of a connection."""
        return self._below.get_extra_info(info)

    def _message(self, max_bytes: int) -> bytes:
        while len(self._held) < self._length():
            data = self._below.read(max_bytes)
            if not data:
                return self._taken(len(self._held))  # the library says what is wrong with it
            self._held += data
        if not self._awaits_reply:
            return self._taken(_SHORT)
        if not self._is_granted():
            # Some say no more than the number of their reason, which the library knows.
            return self._taken(_SHORT) + _GRANTED[_SHORT:]
        if self._held[3] not in _KINDS:
            return self._taken(len(self._held))
        self._taken(self._length())
        self._leads_on = True
        return _GRANTED  # from which address the proxy leads on concerns nobody

    def _is_granted(self) -> bool:
        return self._held.startswith(_GRANTED[:_SHORT])

    def _length(self) -> int:
        """Return how long the message is, or how much of it tells that."""
        if not self._awaits_reply or len(self._held) < _SHORT or not self._is_granted():
            return _SHORT
        if len(self._held) < _SMALLEST:
            return _SMALLEST
        kind = self._held[3]
        return _SMALLEST + self._held[4] + 2 if kind == _NAME else _LENGTHS.get(kind, _SMALLEST)

    def _taken(self, size: int) -> bytes:
        taken, self._held = self._held[:size], self._held[size:]
        return taken


class SocksBackend(PacedBackend):
    """Makes paced connections to SOCKS proxies for a connection pool."""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to a proxy; raise `OSError` or `Cut`."""
        return SocksStream(super().connect_tcp(host, port))
