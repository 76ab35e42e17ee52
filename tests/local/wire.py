"""Talks to a real engine over a bare socket, so that a test says when the connection closes."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from hfchat_gui.local.engine import Engine

STORY = "Write a very long story about a ship. Number every sentence."
LONG_TEXT = " ".join(f"line {number} of a long report," for number in range(400))


@dataclass(frozen=True)
class At:
    """Where an engine listens, and its key."""

    port: int
    key: str

    @classmethod
    def engine(cls, engine: Engine) -> At:
        """Take both from a running engine."""
        return cls(urlsplit(engine.address).port or 0, engine.key.reveal())

    def ask(
        self, method: str, path: str, body: Any = None, *, key: str | None = None
    ) -> tuple[int, bytes, dict[str, str]]:
        """Send one request and return status, body and headers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Content-Type": "application/json"}
        if key is not None:
            headers["Authorization"] = f"Bearer {key}"
        with contextlib.closing(connection):
            connection.request(
                method, path, json.dumps(body) if body is not None else None, headers
            )
            answer = connection.getresponse()
            return answer.status, answer.read(), dict(answer.getheaders())

    def chat(self, *turns: str, tokens: int = 16) -> Any:
        """Return the whole answer to these turns, the person's first, at temperature 0."""
        roles = ("user", "assistant")
        messages = [{"role": roles[at % 2], "content": content} for at, content in enumerate(turns)]
        body = {"messages": messages, "max_tokens": tokens, "temperature": 0}
        status, data, _ = self.ask("POST", "/v1/chat/completions", body, key=self.key)
        assert status == 200, data
        return json.loads(data)

    def open_stream(self, prompt: str, *, until: bytes) -> socket.socket:
        """Begin a streamed reply and return its connection once `until` has arrived."""
        body = {
            "messages": [{"role": "user", "content": prompt}],
            "stream": True,
            "max_tokens": 2000,
            "ignore_eos": True,  # else some replies would be over before they are stopped
            "return_progress": True,
        }
        data = json.dumps(body).encode()
        head = (
            "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Bearer {self.key}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\n\r\n"
        )
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        connection.sendall(head.encode() + data)
        received = b""
        while until not in received:
            received += connection.recv(65536)
        return connection


def is_alive(pid: int) -> bool:
    """Whether a process runs (one that has ended and was not waited for does not)."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def freeze(pid: int) -> None:
    """Stop a process, as if it hung, and return when it stands still."""
    os.kill(pid, signal.SIGSTOP)
    while Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "T":
        time.sleep(0.001)


def ends_within(pid: int, seconds: float) -> bool:
    """Whether a process ends in this time."""
    deadline = time.monotonic() + seconds
    while is_alive(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True
