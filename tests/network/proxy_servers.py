"""Proxies on loopback: tunnels (CONNECT), SOCKS5, and such as say what they are told."""

from __future__ import annotations

import socket

from tests.network.relay import Relay

ESTABLISHED = b"HTTP/1.1 200 Connection established\r\n\r\n"
CONNECTED = b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x50"


class TunnelProxy(Relay):
    """Leads every tunnel to one port, whatever host was asked for.

    `socks`: speak SOCKS5; else HTTP's CONNECT. `asked` lists the first bytes of each client.
    """

    def __init__(self, to_port: int, *, socks: bool = False) -> None:
        super().__init__()
        self._to_port = to_port
        self._socks = socks
        self.asked: list[bytes] = []

    def _serve(self, client: socket.socket) -> None:
        if self._socks:
            client.recv(100)
            client.sendall(b"\x05\x00")
            self.asked.append(client.recv(300))
            client.sendall(CONNECTED)
        else:
            self.asked.append(client.recv(65536))
            client.sendall(ESTABLISHED)
        self._pass_on(client, self._to_port)


class SaysInTurn(Relay):
    """Answers each of a client's writes with the next of its lines, then leads it to a port.

    `heard` has what clients wrote. Without a port it closes after its last line.
    """

    def __init__(self, *lines: bytes, to_port: int | None = None) -> None:
        super().__init__()
        self._lines = lines
        self._to_port = to_port
        self.heard: list[bytes] = []

    def _serve(self, client: socket.socket) -> None:
        for line in self._lines:
            self.heard.append(client.recv(65536))
            client.sendall(line)
        if self._to_port is None:
            client.shutdown(socket.SHUT_WR)
        else:
            self._pass_on(client, self._to_port)
