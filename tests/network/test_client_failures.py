"""Tests for the HTTP client when servers fail."""

from __future__ import annotations

import socket
import threading

import pytest

from hfchat_gui.conversation.errors import (
    ChatError,
    Interrupted,
    NotAChatServer,
    TimedOut,
    Unreachable,
)
from hfchat_gui.network import paced
from hfchat_gui.network.client import HttpRequest
from tests.helpers.answers import HangUp, Hold, Pause, Send, chunk, head
from tests.helpers.http_server import Answer, ScriptedServer, refused_address
from tests.helpers.running import Run
from tests.network.asking import client, failure_of, raw
from tests.network.relay import Relay


def test_a_refused_connection_names_the_host(run: Run) -> None:
    with refused_address() as address:
        failure = run(failure_of(HttpRequest("GET", address)))
    assert isinstance(failure, Unreachable)
    assert address.removeprefix("http://") in failure.user_text
    assert "refused" in failure.user_text


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (Answer.close(), Unreachable, "closed the connection"),
        (Answer.reset(), Unreachable, "closed the connection"),
        (Answer.raw(b"SSH-2.0-OpenSSH_9.2\r\n", HangUp()), NotAChatServer, "does not speak HTTP"),
        (Answer.stream([b"a"], complete=False).then(HangUp()), Interrupted, "broke off"),
        (
            Answer.raw(Send(head(200, {"Content-Length": "9"})), b"a", HangUp(reset=True)),
            Interrupted,
            "broke off",
        ),
    ],
)
def test_broken_answers_are_told_apart(
    run: Run, answer: Answer, kind: type[ChatError], words: str
) -> None:
    with ScriptedServer() as server:
        server.on("GET", "/", answer)
        failure = run(failure_of(HttpRequest("GET", server.url)))
    assert isinstance(failure, kind)
    assert words in failure.user_text
    assert f"127.0.0.1:{server.port}" in failure.user_text


def test_text_before_a_break_is_kept(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on(
                "POST", "/s", Answer.stream([b"kept"], complete=False).then(Pause(0.1), HangUp())
            )
            async with (
                client() as http,
                http.open(HttpRequest("POST", f"{server.url}/s")) as stream,
            ):
                batches = raw(stream)
                assert list(await anext(batches)) == [b"kept"]
                with pytest.raises(Interrupted):
                    await anext(batches)

    run(scenario())


def test_a_server_that_takes_the_request_and_says_nothing_is_given_up(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("GET", "/", Answer.hang())
        failure = run(failure_of(HttpRequest("GET", server.url, first_byte=0.1)))
    assert isinstance(failure, TimedOut)
    assert "did not answer" in failure.user_text


def test_a_head_without_a_body_counts_as_no_answer_yet(run: Run) -> None:
    with ScriptedServer() as server:
        late_and_whole = Send(chunk(b"late") + chunk(b""))  # so that no silence can follow
        server.on("GET", "/", Answer.stream([Pause(0.3), late_and_whole], complete=False))
        failure = run(failure_of(HttpRequest("GET", server.url, first_byte=0.1)))
        assert "did not answer" in failure.user_text
        late = HttpRequest("GET", server.url, first_byte=5.0, silence=0.1)

        async def patient() -> bytes:
            async with client() as http:
                return (await http.fetch(late)).body

        assert run(patient()) == b"late"


def test_a_server_that_falls_silent_is_given_up(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("GET", "/", Answer.stream([b"a", Pause(5)]))
        failure = run(failure_of(HttpRequest("GET", server.url, silence=0.1)))
    assert isinstance(failure, TimedOut)
    assert "fell silent" in failure.user_text


def test_without_limits_a_slow_answer_comes(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("GET", "/", Answer.stream([Pause(0.2), b"a", Pause(0.2), b"b"]))
            async with client() as http:
                request = HttpRequest("GET", server.url, first_byte=None, silence=None)
                assert (await http.fetch(request)).body == b"ab"

    run(scenario())


def test_interim_answers_without_end_are_no_answer(run: Run) -> None:
    with ScriptedServer() as server:
        flood = b"HTTP/1.1 100 Continue\r\n\r\n" * 40_000
        server.on("GET", "/", Answer.raw(*[flood] * 8, Hold()))
        told = run(failure_of(HttpRequest("GET", server.url, first_byte=5.0)))
    assert isinstance(told, NotAChatServer)


class TakesNothing(Relay):
    """Accepts a client and never reads a byte, until `ended` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.ended = threading.Event()

    def _serve(self, client: socket.socket) -> None:
        self.ended.wait(60)


def test_a_server_that_takes_nothing_is_told_as_that(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paced, "SEND_LIMIT", 0.3)
    with TakesNothing() as server:
        body = {"long": "x" * 40_000_000}
        url = f"http://127.0.0.1:{server.port}"
        told = run(failure_of(HttpRequest("POST", url, body, first_byte=None)))
        server.ended.set()
    assert type(told) is TimedOut
    assert "does not take the request" in told.user_text
