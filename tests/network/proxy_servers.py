"""Proxies on loopback: one that opens tunnels (CONNECT), one that speaks SOCKS5."""

from __future__ import annotations

import socket

from tests.network.relay import Relay


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
            client.sendall(b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x50")
        else:
            self.asked.append(client.recv(65536))
            client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
        self._pass_on(client, self._to_port)
