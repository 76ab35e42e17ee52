"""Proxies on loopback: one that opens tunnels (CONNECT), one that speaks SOCKS5."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import Self


class TunnelProxy:
    """Leads every tunnel to one port, whatever host was asked for; used as a context manager.

    `socks`: speak SOCKS5; else HTTP's CONNECT. `asked` lists the first bytes of each client.
    """

    def __init__(self, to_port: int, *, socks: bool = False) -> None:
        self._to_port = to_port
        self._socks = socks
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._threads: list[threading.Thread] = []
        self._sockets: list[socket.socket] = []
        self.asked: list[bytes] = []
        self.port: int = self._listener.getsockname()[1]

    def __enter__(self) -> Self:
        self._start(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        for sock in (self._listener, *self._sockets):
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
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
                client, _ = self._listener.accept()
            except OSError:
                return
            self._sockets.append(client)
            self._start(self._serve, client)

    def _serve(self, client: socket.socket) -> None:
        with contextlib.suppress(OSError):
            if self._socks:
                client.recv(100)
                client.sendall(b"\x05\x00")
                self.asked.append(client.recv(300))
                client.sendall(b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x50")
            else:
                self.asked.append(client.recv(65536))
                client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
            server = socket.create_connection(("127.0.0.1", self._to_port))
            self._sockets.append(server)
            self._start(_pump, server, client)
            _pump(client, server)


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    for sock in (source, sink):
        with contextlib.suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)
