"""A step of a scripted answer after which the server is gone without a word: half an open line."""

from __future__ import annotations

import ctypes
import socket
import struct
from dataclasses import dataclass

from tests.helpers.answers import Play

_ATTACH_FILTER = 26  # SO_ATTACH_FILTER


@dataclass(frozen=True)
class FallDeaf:
    """Let the kernel drop every packet that comes on this connection: no receipt, no reset."""

    def play(self, on: Play) -> None:
        """Put a filter on the socket that lets nothing in."""
        drop_all = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))  # ret 0
        program = struct.pack("HL", 1, ctypes.addressof(drop_all))
        on.connection.setsockopt(socket.SOL_SOCKET, _ATTACH_FILTER, program)
