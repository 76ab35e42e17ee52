"""Lets the system notice a peer that is gone without a word: no sign of that reaches a program."""

from __future__ import annotations

import contextlib
import socket
import sys

USUAL_RECEIPT = 120.0
"""Seconds that sent bytes may stay without a receipt; longer than a reply may be silent."""

# Asked after so many seconds of silence, and again so often; the first name is Apple's.
_ASKING = {"TCP_KEEPALIVE": 120, "TCP_KEEPIDLE": 120, "TCP_KEEPINTVL": 30, "TCP_KEEPCNT": 4}
# What each system calls the time without a receipt, and its units in a second.
_RECEIPT = {
    "linux": (18, 1000),  # TCP_USER_TIMEOUT
    "darwin": (0x80, 1),  # TCP_RXT_CONNDROPTIME
    "win32": (5, 1),  # TCP_MAXRT
}


def watch(sock: socket.socket) -> None:
    """Ask a silent peer now and then whether it is still there; reads fail where it is not."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _ASKING.items():
        _set(sock, getattr(socket, name, 0), value)


def expect_receipt(sock: socket.socket, seconds: float) -> None:
    """Let the connection fail if what is sent stays without a receipt for so long."""
    option, unit = _RECEIPT.get(sys.platform, (0, 1))
    _set(sock, option, int(seconds * unit))


def _set(sock: socket.socket, option: int, value: int) -> None:
    """Set an option of TCP; 0 is one that this system does not have."""
    if option:
        with contextlib.suppress(OSError):  # no TCP, or an older system
            sock.setsockopt(socket.IPPROTO_TCP, option, value)
