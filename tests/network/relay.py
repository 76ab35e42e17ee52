"""What test servers share that pass on what they get: threads, sockets, and their end."""

from __future__ import annotations

import contextlib
import socket
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Self


class Relay(ABC):
    """Listens on a loopback port and serves each client on a thread; a context manager."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._threads: list[threading.Thread] = []
        self._sockets: list[socket.socket] = []
        self.port: int = self._listener.getsockname()[1]

    @abstractmethod
    def _serve(self, client: socket.socket) -> None:
        """Handle one client; what the sockets raise ends it."""

    def _pass_on(self, client: socket.socket, port: int) -> None:
        """Copy bytes between the client and a loopback port, both ways, until one closes."""
        server = socket.create_connection(("127.0.0.1", port))
        self._sockets.append(server)
        self._start(_pump, server, client)
        _pump(client, server)

    def _start(self, target: Callable[..., None], *args: object) -> None:
        thread = threading.Thread(target=target, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self._sockets.append(client)
            self._start(self._serve_safely, client)

    def _serve_safely(self, client: socket.socket) -> None:
        with contextlib.suppress(OSError):
            self._serve(client)

    def __enter__(self) -> Self:
        self._start(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        for sock in (self._listener, *self._sockets):
            _shut(sock)
        for thread in self._threads:
            thread.join(5)
        for sock in (self._listener, *self._sockets):
            sock.close()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    for sock in (source, sink):
        _shut(sock)


def _shut(sock: socket.socket) -> None:
    with contextlib.suppress(OSError):  # below TLS: its own goodbye would wait for the peer
        socket.socket.shutdown(sock, socket.SHUT_RDWR)
