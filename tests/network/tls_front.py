"""A TLS server on loopback that passes what it decrypts on to a plain server, and back."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from pathlib import Path
from typing import Self

CERTIFICATES = Path(__file__).parent / "certificates"
AUTHORITY = CERTIFICATES / "authority.pem"


class TlsFront:
    """Used as a context manager; `certificate` is a file in `certificates/`."""

    def __init__(self, plain_port: int, certificate: str = "server.pem") -> None:
        self._plain_port = plain_port
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(CERTIFICATES / certificate)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._threads: list[threading.Thread] = []
        self._sockets: list[socket.socket] = []
        self.port: int = self._listener.getsockname()[1]
        self.url = f"https://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._start(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        for sock in (self._listener, *self._sockets):
            with contextlib.suppress(OSError):
                socket.socket.shutdown(sock, socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(5)
        for sock in (self._listener, *self._sockets):
            sock.close()

    def _start(self, target: object, *args: object) -> None:
        thread = threading.Thread(target=target, args=args, daemon=True)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                raw, _ = self._listener.accept()
            except OSError:
                return
            self._start(self._serve, raw)

    def _serve(self, raw: socket.socket) -> None:
        self._sockets.append(raw)
        with contextlib.suppress(OSError):
            outer = self._context.wrap_socket(raw, server_side=True)
            self._sockets.append(outer)
            inner = socket.create_connection(("127.0.0.1", self._plain_port))
            self._sockets.append(inner)
            self._start(_pump, inner, outer)
            _pump(outer, inner)


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    for sock in (source, sink):
        with contextlib.suppress(OSError):
            socket.socket.shutdown(sock, socket.SHUT_RDWR)
