"""A real HTTP/1.1 server on loopback that plays scripted answers, byte by byte if need be."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Self

from tests.helpers.answers import Answer, ConnectionOver, Hold, Play
from tests.helpers.http_wire import Request, read_request

__all__ = ["Answer", "Disconnection", "Hold", "Request", "ScriptedServer", "refused_address"]

_PATIENCE = 30.0


@dataclass
class _Script:
    """The answers still to give on one method and path; the last one is given for ever."""

    answers: list[Answer]
    given: int = 0

    def next_answer(self) -> Answer:
        answer = self.answers[min(self.given, len(self.answers) - 1)]
        self.given += 1
        return answer


@dataclass(frozen=True)
class Disconnection:
    """A client that closed its connection while an answer was still being played."""

    request: Request
    at: float


@dataclass
class _Seen:
    """What has reached the server so far, and the condition that announces more."""

    changed: threading.Condition = field(default_factory=threading.Condition)
    requests: list[Request] = field(default_factory=list)
    disconnections: list[Disconnection] = field(default_factory=list)
    connections: int = 0
    faults: list[str] = field(default_factory=list)


class ScriptedServer:
    """Answers each method and path by its script, and remembers what it was asked.

    Used as a context manager. A path matches with and without its query. What has no script is
    answered 404 and recorded all the same.
    """

    def __init__(self) -> None:
        self._scripts: dict[tuple[str, str], _Script] = {}
        self._fallback = Answer.json({"error": "no script for this path"}, status=404)
        self._seen = _Seen()
        self._ended = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self._threads: list[threading.Thread] = []
        self.port: int = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def on(self, method: str, path: str, *answers: Answer) -> None:
        """Answer `method path` with these in turn, the last one again and again."""
        self._scripts[method, path] = _Script(list(answers))

    def otherwise(self, answer: Answer) -> None:
        """Answer everything that has no script with this."""
        self._fallback = answer

    @property
    def requests(self) -> list[Request]:
        """Every request read completely so far, oldest first."""
        with self._seen.changed:
            return list(self._seen.requests)

    @property
    def disconnections(self) -> list[Disconnection]:
        """Every time a client hung up on an answer."""
        with self._seen.changed:
            return list(self._seen.disconnections)

    @property
    def connections(self) -> int:
        """How many TCP connections were accepted."""
        with self._seen.changed:
            return self._seen.connections

    def wait_for_request(self, count: int = 1, timeout: float = _PATIENCE) -> Request:
        """Block until `count` requests have come and return the last of them."""
        self._wait(lambda: len(self._seen.requests) >= count, timeout, f"request {count}")
        return self.requests[count - 1]

    def wait_for_disconnect(self, count: int = 1, timeout: float = _PATIENCE) -> Disconnection:
        """Block until clients have hung up `count` times and return the last of these."""
        self._wait(lambda: len(self._seen.disconnections) >= count, timeout, "a disconnection")
        return self.disconnections[count - 1]

    def _wait(self, true: Callable[[], bool], timeout: float, what: str) -> None:
        with self._seen.changed:
            if not self._seen.changed.wait_for(true, timeout):
                raise TimeoutError(f"no {what} within {timeout} s")

    def __enter__(self) -> Self:
        self._start(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        with contextlib.suppress(OSError):  # wakes the accept() that waits
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(_PATIENCE)
        if self._seen.faults:
            raise AssertionError("the scripted server failed: " + "; ".join(self._seen.faults))

    def _start(self, target: Callable[..., None], *args: object) -> None:
        thread = threading.Thread(target=target, args=args, name="scripted-server", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while not self._ended.is_set():
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with self._seen.changed:
                self._seen.connections += 1
            self._start(self._serve, connection)

    def _serve(self, connection: socket.socket) -> None:
        try:
            with connection, contextlib.suppress(ConnectionOver):
                buffer = bytearray()
                while request := read_request(connection, buffer, self._ended):
                    self._answer(connection, request)
        except ConnectionError:
            return  # the client went away between requests
        except Exception as fault:  # noqa: BLE001 - told to the test when the server ends
            self._seen.faults.append(repr(fault))

    def _answer(self, connection: socket.socket, request: Request) -> None:
        with self._seen.changed:
            self._seen.requests.append(request)
            self._seen.changed.notify_all()
            answer = self._answer_to(request)
        play = Play(connection, self._ended)
        try:
            for step in answer.steps:
                step.play(play)
        except (ConnectionResetError, BrokenPipeError) as gone:
            with self._seen.changed:
                self._seen.disconnections.append(Disconnection(request, time.monotonic()))
                self._seen.changed.notify_all()
            raise ConnectionOver from gone

    def _answer_to(self, request: Request) -> Answer:
        for path in (request.target, request.path):
            if script := self._scripts.get((request.method, path)):
                return script.next_answer()
        return self._fallback


@contextlib.contextmanager
def refused_address() -> Iterator[str]:
    """Give the address of a port that is ours but does not listen: connections are refused."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{held.getsockname()[1]}"
