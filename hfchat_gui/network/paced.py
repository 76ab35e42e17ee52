"""The socket as httpcore sees it, read once a frame: what costs is waking, not parsing.

After a read that brought text, the next one waits for the next frame while the kernel keeps the
bytes; all that has come by then is read at once and its HTTP chunks are joined into one. The
first read after a pause is not delayed. Limits come from the line, not from httpcore.
"""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Iterable
from time import monotonic
from typing import Any

import httpcore

from hfchat_gui.network import peers
from hfchat_gui.network.chunk_merger import ChunkMerger
from hfchat_gui.network.connecting import connect, is_readable, secure
from hfchat_gui.network.inner_tls import InnerTls
from hfchat_gui.network.line import RECEIPT_LIMIT, SEND_LIMIT, Line, Phase, current_line
from hfchat_gui.network.unprotected import check_peer

_PIECE = 64 * 1024
_MOST_AT_ONCE = 1024 * 1024
_LONGEST_HEAD = 512 * 1024  # with all interim answers before it, which may follow for ever
# By the wall clock, which also counts while the computer sleeps: a connection from before is dead
# without a sign, and a request sent into it would hang.
IDLE_LIMIT = 60.0
_NOTHING_MORE = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


class StaleConnection(Exception):
    """A pooled connection was closed while idle; nothing of the request has left."""


class NotTaken(TimeoutError):
    """The other side reads nothing of what is sent to it."""


class PacedStream(httpcore.NetworkStream):
    """One connection; used by one line after another."""

    def __init__(self, sock: socket.socket | InnerTls) -> None:
        self._socket = sock
        self._below = sock.outer if isinstance(sock, InnerTls) else sock
        self._merger = ChunkMerger()
        self._head_size = 0
        self._user: Line | None = None
        self._next_read = 0.0
        self._last_used = time.time()

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return what has come since the last frame, or b"" at the end."""
        line = current_line()
        while True:
            if line.phase is not Phase.READING and self._head_size > _LONGEST_HEAD:
                raise httpcore.RemoteProtocolError("a head without end")
            data = self._receive(line)
            if not data:
                return b""
            self._head_size += len(data)
            line.received = True
            if merged := self._merger.feed(data):
                return merged

    def _receive(self, line: Line) -> bytes:
        line.pause_until(self._next_read)
        data = self._wait_for_some(line)
        if data and line.reused and not line.received:
            peers.expect_receipt(self._below, peers.USUAL_RECEIPT)
        if data:
            data, all_read = self._receive_rest(data)
            paced = all_read and line.phase is Phase.READING
            self._next_read = monotonic() + line.frame if paced else 0.0
        self._last_used = time.time()
        return data

    def _wait_for_some(self, line: Line) -> bytes:
        while True:
            limit = line.begin_receive()
            began, began_at = monotonic(), time.time()
            data = None
            try:
                self._socket.settimeout(limit)
                data = self._socket.recv(_PIECE)
            except TimeoutError as error:
                if error.errno is not None:  # the system's own, and no limit of ours
                    raise
            finally:
                line.end_receive()
            slept = line.slept_through(limit, monotonic() - began, time.time() - began_at)
            if data is not None:
                return data
            if not slept:
                line.give_up()

    def _receive_rest(self, first: bytes) -> tuple[bytes, bool]:
        """Read on without waiting; say whether all was read that has come so far."""
        pieces, size = [first], len(first)
        self._socket.settimeout(0.0)
        while size < _MOST_AT_ONCE:
            try:
                piece = self._socket.recv(_PIECE)
            except _NOTHING_MORE:
                return b"".join(pieces), True
            except OSError:
                break  # what was read comes first; the next read meets the error or the end
            if not piece:
                break
            pieces.append(piece)
            size += len(piece)
        return b"".join(pieces), False

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send all of `buffer`; raise `StaleConnection` if an idle connection takes nothing."""
        if not buffer:  # the end of a body that there was not; it would look like a new request
            return
        line = current_line()
        line.attach(self._below)
        self._begin_use(line)
        self._merger.start_over()
        self._head_size = 0
        self._next_read = 0.0
        self._socket.settimeout(SEND_LIMIT)
        sent = 0
        while sent < len(buffer):
            try:
                sent += self._socket.send(memoryview(buffer)[sent:])
            except TimeoutError as error:
                if error.errno is not None:  # the system's own, and no limit of ours
                    raise
                raise NotTaken from error
            except (ConnectionError, ssl.SSLError) as error:
                line.check()
                line.sent(to_proxy=_is_for_proxy(buffer))
                # httpcore then reads on: the server may have refused before reading it all.
                raise httpcore.WriteError(str(error)) from error
        line.sent(to_proxy=_is_for_proxy(buffer))

    def _begin_use(self, line: Line) -> None:
        if self._user is line:
            return
        line.reused = self._user is not None
        if line.near_only is not None:
            check_peer(line.near_only, self._below)
        self._user = line
        if time.time() - self._last_used > IDLE_LIMIT:
            raise StaleConnection
        if line.reused:
            peers.expect_receipt(self._below, RECEIPT_LIMIT)

    def close(self) -> None:
        """Close the socket, after whoever may cut it has let it go."""
        if self._user is not None:
            self._user.detach()
        self._socket.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        """Return a stream that speaks TLS over this one's socket."""
        return PacedStream(secure(self._below, ssl_context, server_hostname, current_line()))

    def get_extra_info(self, info: str) -> Any:
        """Answer what httpcore asks of a connection; None for all else."""
        if info == "is_readable":
            return self._socket.fileno() < 0 or is_readable(self._socket)
        if info == "ssl_object" and isinstance(self._socket, ssl.SSLSocket):
            return self._socket
        return None


def _is_for_proxy(buffer: bytes) -> bool:
    return buffer.startswith((b"CONNECT ", b"\x05", b"\x01"))


class PacedBackend(httpcore.NetworkBackend):
    """Makes paced connections for a connection pool."""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to a host; raise `OSError` or `Cut`."""
        return PacedStream(connect(host, port, current_line()))
