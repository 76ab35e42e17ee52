"""Streams chat completions on loopback from a process of its own, so that only the client counts.

The first parts of the path say what is streamed: `/burst/EVENTS` as fast as it is taken, 20 events
a chunk; `/pace/RATE/TOKENS` a chunk each; `/hold` one event and then nothing. `/left` tells when
clients have gone from the last two, by the clock that all processes share.
"""

from __future__ import annotations

import contextlib
import json
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

from tests.bench.surroundings import ROOT
from tests.helpers.answers import chunk, head
from tests.helpers.chat_stream import DONE, chat_chunk
from tests.helpers.http_wire import read_request

A_CHUNK = 20
TOKEN = "word "
_FOR_EVER = 600.0
_STREAM = {"Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"}
_END = chunk(chat_chunk(finish_reason="stop")) + chunk(DONE) + b"0\r\n\r\n"


@contextlib.contextmanager
def wire_server() -> Iterator[str]:
    """Give the address of a server in a process of its own."""
    command = [sys.executable, "-P", "-m", "tests.bench.wire_server"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as one:
        assert one.stdin
        assert one.stdout
        try:
            yield one.stdout.readline().decode().strip()
        finally:
            one.stdin.close()


def _serve(connection: socket.socket, left: list[float]) -> None:
    buffer, never = bytearray(), threading.Event()
    with connection, contextlib.suppress(ConnectionError):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while request := read_request(connection, buffer, never):
            _, what, *numbers = request.path.split("/")
            if what == "burst":
                _burst(connection, int(numbers[0]))
            elif what == "pace":
                if not _pace(connection, int(numbers[0]), int(numbers[1])):
                    left.append(time.monotonic())
                    return
            elif what == "hold":
                connection.sendall(head(200, _STREAM) + chunk(chat_chunk(TOKEN)))
                _waits(connection, _FOR_EVER)
                left.append(time.monotonic())
                return
            else:
                said = json.dumps(left).encode()
                connection.sendall(head(200, {"Content-Length": str(len(said))}) + said)


def _burst(connection: socket.socket, events: int) -> None:
    connection.sendall(head(200, _STREAM))
    full = chunk(chat_chunk(TOKEN) * A_CHUNK)
    for _ in range(events // A_CHUNK):
        connection.sendall(full)
    connection.sendall(_END)


def _pace(connection: socket.socket, rate: int, tokens: int) -> bool:
    """Stream at a pace; return False as soon as the client goes."""
    connection.sendall(head(200, _STREAM))
    one, began = chunk(chat_chunk(TOKEN)), time.monotonic()
    for number in range(tokens):
        if not _waits(connection, max(0.0, began + number / rate - time.monotonic())):
            return False
        connection.sendall(one)
    connection.sendall(_END)
    return True


def _waits(connection: socket.socket, seconds: float) -> bool:
    """Wait as long as the client waits too; while it reads it says nothing but that it goes."""
    return not select.select([connection], [], [], seconds)[0]


def main() -> None:
    """Serve until standard input is closed."""
    left: list[float] = []
    listener = socket.create_server(("127.0.0.1", 0))
    sys.stdout.write(f"http://127.0.0.1:{listener.getsockname()[1]}\n")
    sys.stdout.flush()

    def accept() -> None:
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=_serve, args=(connection, left), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    sys.stdin.read()


if __name__ == "__main__":
    main()
