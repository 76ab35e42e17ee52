"""A TLS server on loopback that passes what it decrypts on to a plain server, and back."""

from __future__ import annotations

import socket
import ssl
from pathlib import Path

from tests.network.relay import Relay

CERTIFICATES = Path(__file__).parent / "certificates"
AUTHORITY = CERTIFICATES / "authority.pem"


class TlsFront(Relay):
    """`certificate` is a file in `certificates/`."""

    def __init__(self, plain_port: int, certificate: str = "server.pem") -> None:
        super().__init__()
        self._plain_port = plain_port
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(CERTIFICATES / certificate)
        self.url = f"https://127.0.0.1:{self.port}"

    def _serve(self, client: socket.socket) -> None:
        outer = self._context.wrap_socket(client, server_side=True)
        self._sockets.append(outer)
        self._pass_on(outer, self._plain_port)
