"""TLS inside TLS: to a server through a proxy that is itself reached over TLS.

Python's TLS sockets speak to the system's socket only, so the inner one is fed by hand.
"""

from __future__ import annotations

import ssl

_PIECE = 64 * 1024


class InnerTls:
    """What the client needs of a socket, spoken within another TLS connection.

    Raises what that one raises: `TimeoutError`, `ssl.SSLWantReadError` without blocking, `OSError`.
    """

    def __init__(self, outer: ssl.SSLSocket, context: ssl.SSLContext, name: str | None) -> None:
        self.outer = outer
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._inner = context.wrap_bio(self._incoming, self._outgoing, server_hostname=name)

    def do_handshake(self) -> None:
        """Shake hands, as far as bytes have come."""
        while True:
            try:
                self._inner.do_handshake()
            except ssl.SSLWantReadError:
                self._flush()
                self._fetch()
            else:
                self._flush()
                return

    def recv(self, size: int) -> bytes:
        """Return what has come, waiting for the first of it; b"" at the end."""
        while True:
            try:
                return self._inner.read(size)
            except ssl.SSLWantReadError:
                self._flush()
                self._fetch()
            except (ssl.SSLZeroReturnError, ssl.SSLEOFError):
                return b""

    def send(self, data: memoryview) -> int:
        """Send all of `data`; return its length."""
        sent = self._inner.write(data)
        self._flush()
        return sent

    def settimeout(self, seconds: float | None) -> None:
        """Let reads and writes take so long at most."""
        self.outer.settimeout(seconds)

    def fileno(self) -> int:
        """Return the number of the socket below."""
        return self.outer.fileno()

    def close(self) -> None:
        """Close the connection below."""
        self.outer.close()

    def _flush(self) -> None:
        if waiting := self._outgoing.read():
            self.outer.sendall(waiting)

    def _fetch(self) -> None:
        if data := self.outer.recv(_PIECE):
            self._incoming.write(data)
        else:
            self._incoming.write_eof()
