"""Tests for what a server sends behind an answer: it answers nothing that is asked later."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hfchat_gui.network.client import HttpRequest
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run
from tests.network.asking import answers
from tests.network.tls_front import TlsFront

LENGTH = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


def counted(text: bytes) -> bytes:
    return LENGTH + text


def chunked(text: bytes) -> bytes:
    return CHUNKED + b"5\r\n" + text + b"\r\n0\r\n\r\n"


def with_trailers(text: bytes) -> bytes:
    return CHUNKED + b"5\r\n" + text + b"\r\n0\r\nX-Sum: 1\r\n\r\n"


SURPLUS = {
    "a whole answer behind a counted one": counted(b"first") + counted(b"stale"),
    "a whole answer behind a chunked one": chunked(b"first") + chunked(b"stale"),
    "a whole answer behind trailers": with_trailers(b"first") + chunked(b"stale"),
    "half an answer": counted(b"first") + LENGTH[:20],
    "a length that is too short": counted(b"first words"),
    "a body behind an answer without one": b"HTTP/1.1 204 No Content\r\n\r\n" + counted(b"stale"),
}


@pytest.mark.parametrize("sent", SURPLUS.values(), ids=SURPLUS)
def test_what_comes_behind_an_answer_is_not_taken_for_the_next_and_nothing_is_sent_twice(
    run: Run, sent: bytes
) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.raw(sent), Answer.text("right"))
        request = HttpRequest("POST", server.url, {})
        first, second = run(answers(request, request))
        assert first.body in (b"first", b"")
        assert second.body == b"right"
        assert len(server.requests) == server.connections == 2


def test_the_same_holds_inside_tls(run: Run, trusted: None) -> None:
    with ScriptedServer() as server, TlsFront(server.port) as front:
        sent = SURPLUS["a whole answer behind a chunked one"]
        server.on("POST", "/", Answer.raw(sent), Answer.text("right"))
        request = HttpRequest("POST", f"https://localhost:{front.port}", {})
        assert [one.body for one in run(answers(request, request))] == [b"first", b"right"]
        assert len(server.requests) == server.connections == 2


def test_what_comes_behind_a_redirect_is_not_taken_for_the_answer(run: Run) -> None:
    with ScriptedServer() as server:
        moved = b"HTTP/1.1 307 Moved\r\nLocation: /new\r\nContent-Length: 0\r\n\r\n"
        server.on("GET", "/", Answer.raw(moved + counted(b"stale")))
        server.on("GET", "/new", Answer.text("right"))
        assert run(answers(HttpRequest("GET", server.url)))[0].body == b"right"


@pytest.mark.parametrize("make", [counted, chunked, with_trailers])
def test_a_connection_whose_answers_end_where_they_should_is_used_again(
    run: Run, make: Callable[[bytes], bytes]
) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.raw(make(b"first")))
        request = HttpRequest("POST", server.url, {})
        assert [one.body for one in run(answers(request, request))] == [b"first"] * 2
        assert server.connections == 1
