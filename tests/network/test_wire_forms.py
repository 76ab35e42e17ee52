"""Tests for the forms that an answer can have on the wire, whole and broken."""

from __future__ import annotations

import gzip

import pytest

from hfchat_gui.conversation.errors import (
    ChatError,
    Interrupted,
    NotAChatServer,
    ServerFailed,
)
from hfchat_gui.network.client import HttpRequest
from tests.helpers.answers import HangUp, Pause
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run
from tests.network.asking import answer, answers, failure

OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
PACKED = gzip.compress(b"hello")
LONG = b"X-Long: " + b"x" * 60_000 + b"\r\n"


def in_bytes(data: bytes) -> Answer:
    """One byte a write."""
    return Answer.raw(*[data[at : at + 1] for at in range(len(data))], HangUp())


WHOLE = {
    "a length": OK + b"Content-Length: 5\r\n\r\nhello",
    "chunks": CHUNKED + b"2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
    "extensions of chunks": CHUNKED + b'2;a=b\r\nhe\r\n3 ;c="d;e"\r\nllo\r\n0;z\r\n\r\n',
    "trailers": CHUNKED + b"5\r\nhello\r\n0\r\nX-Usage: 7\r\nX-B: c\r\n\r\n",
    "capitals": OK + b"TRANSFER-ENCODING: Chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    "sizes with zeros": CHUNKED + b"0005\r\nhello\r\n000\r\n\r\n",
    "bare line feeds": b"HTTP/1.1 200 OK\nContent-Length: 5\n\nhello",
    "no length, to the end": OK + b"Connection: close\r\n\r\nhello",
    "the old version": b"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nhello",
    "no reason": b"HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello",
    "a folded header": OK + b"X-A: one\r\n two\r\nContent-Length: 5\r\n\r\nhello",
    "letters outside ASCII": OK + b"X-A: \xfc\xc3\xbc\r\nContent-Length: 5\r\n\r\nhello",
    "a long head": OK + LONG + b"Content-Length: 5\r\n\r\nhello",
    "an interim answer": b"HTTP/1.1 100 Continue\r\n\r\n" + OK + b"Content-Length: 5\r\n\r\nhello",
    "early hints": b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
    + CHUNKED
    + b"5\r\nhello\r\n0\r\n\r\n",
    "both framings": OK
    + b"Content-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    "the same length twice": OK + b"Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
    "gzip": OK + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(PACKED) + PACKED,
    "more than was promised": OK + b"Content-Length: 5\r\nConnection: close\r\n\r\nhello, world",
}


@pytest.mark.parametrize("form", WHOLE)
@pytest.mark.parametrize("cut", [False, True], ids=["at once", "byte by byte"])
def test_every_form_of_a_whole_answer_is_read(run: Run, form: str, cut: bool) -> None:
    data = WHOLE[form]
    if cut and len(data) > 2000:
        pytest.skip("too many writes")
    with ScriptedServer() as server:
        server.on("POST", "/", in_bytes(data) if cut else Answer.raw(data, HangUp()))
        assert answer(run, HttpRequest("POST", server.url, {})).body == b"hello"


BROKEN: dict[str, tuple[bytes, type[ChatError], str]] = {
    "a length that is not reached": (
        OK + b"Content-Length: 9\r\n\r\nhello", Interrupted, "broke off"
    ),
    "a chunk that is not whole": (CHUNKED + b"9\r\nhello", Interrupted, "broke off"),
    "no last chunk": (CHUNKED + b"5\r\nhello\r\n", Interrupted, "broke off"),
    "a chunk without a size": (
        CHUNKED + b"5\r\nhello\r\nxyz\r\n", Interrupted, "breaks the rules of HTTP"
    ),
    "no chunk at all": (CHUNKED + b"hello\r\n", Interrupted, "breaks the rules of HTTP"),
    "chunks with bare line ends": (
        CHUNKED + b"5\nhello\n0\n\n", Interrupted, "breaks the rules of HTTP"
    ),
    "a head and no more": (CHUNKED, Interrupted, "broke off"),
    "half a head": (OK + b"Content-Le", NotAChatServer, "does not speak HTTP"),
    "two lengths": (
        OK + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!", NotAChatServer, "HTTP"
    ),
    "a length that is none": (OK + b"Content-Length: five\r\n\r\n", NotAChatServer, "HTTP"),
    "another protocol": (b"220 mail.example ESMTP\r\n", NotAChatServer, "does not speak HTTP"),
    "TLS": (b"\x15\x03\x01\x00\x02\x02\x16", NotAChatServer, "begin with https://"),
    "a later version of HTTP": (b"HTTP/2 200\r\n\r\n", NotAChatServer, "does not speak HTTP"),
    "a change of protocol": (
        b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
        NotAChatServer,
        "does not speak HTTP",
    ),
    "a head without end": (OK + LONG * 20, NotAChatServer, "does not speak HTTP"),
    "another encoding": (
        OK + b"Content-Encoding: br\r\nContent-Length: 1\r\n\r\nx", ServerFailed, "not asked for"
    ),
    "damaged gzip": (
        OK + b"Content-Encoding: gzip\r\nContent-Length: 9\r\n\r\nnot gzip!", ServerFailed, "damage"
    ),
    "cut gzip": (
        OK + b"Content-Encoding: gzip\r\nConnection: close\r\n\r\n" + PACKED[:-6],
        Interrupted,
        "cut off",
    ),
}  # fmt: skip


@pytest.mark.parametrize("form", BROKEN)
def test_every_form_of_a_broken_answer_is_told(run: Run, form: str) -> None:
    data, kind, words = BROKEN[form]
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.raw(data, HangUp()))
        told = failure(run, HttpRequest("POST", server.url, {}))
    assert type(told) is kind
    assert words in told.user_text


@pytest.mark.parametrize("status", [204, 205, 304])
def test_an_answer_without_a_body_is_one(run: Run, status: int) -> None:
    with ScriptedServer() as server:
        head = b"HTTP/1.1 %d X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" % status
        server.on("POST", "/", Answer.raw(head, HangUp()))
        given = answer(run, HttpRequest("POST", server.url, {}))
    assert (given.status, given.body) == (status, b"")


def test_what_follows_an_answer_unasked_spoils_no_other(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.raw(WHOLE["a length"] + WHOLE["a length"], Pause(0.1)))
        request = HttpRequest("POST", server.url, {})
        assert [given.body for given in run(answers(request, request))] == [b"hello"] * 2
