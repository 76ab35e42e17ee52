"""Listens for a second start, which hands its wishes to this window instead of opening another."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from hfchat_gui.conversation.handover import GIVEN, LONGEST, READ, Handover

_log = logging.getLogger(__name__)

PATIENCE_MS = 5000
"""Milliseconds in which a caller must have said its line."""


class OneInstance(QObject):
    """Calls `on_handover` for each second start, for as long as it lives.

    Only the owner of the data folder may listen: what is left of a program that was killed is
    taken over, and would be taken from one that runs.
    """

    def __init__(self, on_handover: Callable[[Handover], None]) -> None:
        super().__init__()
        self._on_handover = on_handover
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)

    def listen(self, place: str) -> bool:
        """Listen at this socket or pipe, for this user only; return whether that works."""
        QLocalServer.removeServer(place)
        if not self._server.listen(place):
            _log.warning("no second start can be met: %s", self._server.errorString())
            return False
        return True

    def close(self) -> None:
        """Listen no longer, and remove the socket."""
        self._server.close()

    def _on_connection(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            _Caller(socket, self._on_handover, self)


class _Caller(QObject):
    """One second start on the line: it says its line, hears that it was read, and says so."""

    def __init__(
        self, socket: QLocalSocket, on_handover: Callable[[Handover], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._socket = socket
        self._on_handover = on_handover
        self._said = bytearray()
        self._handover: Handover | None = None
        socket.setParent(self)
        socket.readyRead.connect(self._on_ready)
        socket.disconnected.connect(self.deleteLater)
        end = QTimer(self)  # goes with this caller
        end.setSingleShot(True)
        end.timeout.connect(self._on_late)
        end.start(PATIENCE_MS)
        self._on_ready()

    def _on_late(self) -> None:
        self._socket.abort()

    def _on_ready(self) -> None:
        self._said += self._socket.readAll().data()
        line, ended, rest = bytes(self._said).partition(b"\n")
        if not ended and len(line) <= LONGEST:
            return
        if self._handover is None:
            self._read(line if ended else b"")
            self._said[:] = rest
        elif line + ended == GIVEN:
            self._take(self._handover)

    def _read(self, line: bytes) -> None:
        self._handover = Handover.from_line(line) if len(line) <= LONGEST else None
        if self._handover is None:
            _log.warning("a second start could not be understood")
            self._socket.abort()
            return
        self._socket.write(READ)
        self._socket.flush()

    def _take(self, handover: Handover) -> None:
        self._socket.readyRead.disconnect(self._on_ready)
        self._socket.disconnectFromServer()
        self._on_handover(handover)
