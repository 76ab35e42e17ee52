"""Tests for SOCKS proxies whose answers come in pieces, or with more behind them."""

from __future__ import annotations

import random
import socket
import time
from collections.abc import Iterator

import httpcore
import pytest

from hfchat_gui.conversation.errors import NotAChatServer, ProxyFailed, ProxySignInNeeded
from hfchat_gui.network.client import HttpRequest
from hfchat_gui.network.socks import SocksStream
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run
from tests.network.asking import answer, failure
from tests.network.proxy_servers import CONNECTED, SaysInTurn
from tests.network.relay import Relay
from tests.network.tls_front import TlsFront

PLAIN = HttpRequest("GET", "http://server.test/x")
SECURE = HttpRequest("GET", "https://server.test/x")
GREETING, SIGN_IN, REQUEST = b"\x05\x01\x02", b"\x01\x02me\x02pw", b"\x05\x01\x00\x03\x01h\x00P"
GRANTED = b"\x05\x00\x00\x01" + bytes(6)
BY_NAME = b"\x05\x00\x00\x03\x04host\x00\x50"
BY_LONG_NUMBER = b"\x05\x00\x00\x04" + bytes(18)
REPLIES = pytest.mark.parametrize("reply", [CONNECTED, BY_NAME, BY_LONG_NUMBER])


def pieces(whole: bytes, dice: random.Random) -> Iterator[bytes]:
    while whole:
        size = dice.randrange(1, 4)
        yield whole[:size]
        whole = whole[size:]


class InPieces(Relay):
    """Sends each of its messages byte by byte, most likely in a packet each; then leads on."""

    def __init__(self, *messages: bytes, to_port: int) -> None:
        super().__init__()
        self._messages = messages
        self._to_port = to_port

    def _serve(self, client: socket.socket) -> None:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for message in self._messages:
            client.recv(600)
            for at in range(len(message)):
                client.sendall(message[at : at + 1])
                time.sleep(0.003)
        self._pass_on(client, self._to_port)


@REPLIES
def test_messages_are_whole_however_they_come(reply: bytes) -> None:
    dice = random.Random(reply)
    for _ in range(50):
        said = b"\x05\x02" + b"\x01\x00" + reply + b"early data"
        stream = SocksStream(httpcore.MockStream(list(pieces(said, dice))))
        told = []
        for sent in (GREETING, SIGN_IN, REQUEST):
            stream.write(sent)
            told.append(stream.read(4096))
        assert told == [b"\x05\x02", b"\x01\x00", GRANTED]
        stream.write(b"\x05 is the server's")
        rest = b""
        while data := stream.read(4096):
            rest += data
        assert rest == b"early data"


@pytest.mark.parametrize("said", [b"\x05\x04", b"\x05\x04\x00\x01\x00\x00\x00\x00\x00\x00"])
def test_a_refusal_needs_no_more_than_its_number(said: bytes) -> None:
    stream = SocksStream(httpcore.MockStream([b"\x05", b"\x00", said]))
    stream.write(b"\x05\x01\x00")
    assert stream.read(4096) == b"\x05\x00"
    stream.write(REQUEST)
    assert stream.read(4096)[:2] == b"\x05\x04"


@REPLIES
def test_a_proxy_that_answers_byte_by_byte_is_used(
    run: Run, monkeypatch: pytest.MonkeyPatch, reply: bytes
) -> None:
    with (
        ScriptedServer() as server,
        InPieces(b"\x05\x02", b"\x01\x00", reply, to_port=server.port) as proxy,
    ):
        server.on("GET", "/x", Answer.stream([b"a", b"b"]))
        monkeypatch.setenv("ALL_PROXY", f"socks5://me:pw@127.0.0.1:{proxy.port}")
        assert answer(run, PLAIN).body == b"ab"


@pytest.mark.usefixtures("trusted")
def test_tls_begins_behind_an_answer_in_pieces(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        ScriptedServer() as server,
        TlsFront(server.port) as front,
        InPieces(b"\x05\x00", BY_NAME, to_port=front.port) as proxy,
    ):
        server.on("GET", "/x", Answer.stream([b"a", b"b"]))
        monkeypatch.setenv("ALL_PROXY", f"socks5://127.0.0.1:{proxy.port}")
        assert answer(run, SECURE).body == b"ab"


@pytest.mark.parametrize("framing", ["Content-Length: 2\r\n\r\nab", "Connection: close\r\n\r\nab"])
def test_what_comes_right_behind_the_reply_is_the_servers(
    run: Run, monkeypatch: pytest.MonkeyPatch, framing: str
) -> None:
    early = f"HTTP/1.1 200 OK\r\n{framing}".encode()
    with SaysInTurn(b"\x05\x00", CONNECTED + early, b"") as proxy:
        monkeypatch.setenv("ALL_PROXY", f"socks5://127.0.0.1:{proxy.port}")
        assert answer(run, PLAIN).body == b"ab"


@pytest.mark.usefixtures("trusted")
def test_what_speaks_before_tls_is_not_the_server(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SaysInTurn(b"\x05\x00", CONNECTED + b"HTTP/1.1 200 OK\r\n\r\n") as proxy:
        monkeypatch.setenv("ALL_PROXY", f"socks5://127.0.0.1:{proxy.port}")
        told = failure(run, SECURE)
    assert type(told) is ProxyFailed
    assert "it speaks before it is asked" in told.user_text


@pytest.mark.parametrize(
    ("says", "kind", "words"),
    [
        ((b"\x05\x00", b"\x05\x04"), ProxyFailed, "could not reach server.test"),
        ((b"\x05\x00", b"\x05\x02"), ProxyFailed, "does not allow"),
        ((b"\x05\x00", b"\x05\x00\x00\x09" + bytes(6)), ProxyFailed, "refused the connection"),
        ((b"\x05",), ProxyFailed, "refused the connection"),
        ((b"\x04\x00",), ProxyFailed, "refused the connection"),
        ((b"HTTP/1.1 400 Bad Request\r\n\r\n",), ProxyFailed, "refused the connection"),
        ((b"\x05\xff",), ProxySignInNeeded, "asks for a name and a password"),
        ((b"\x05\x00", CONNECTED, b"rubbish\r\n\r\n"), NotAChatServer, "at server.test"),
    ],
)
def test_each_refusal_is_told_by_its_reason(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    says: tuple[bytes, ...],
    kind: type[Exception],
    words: str,
) -> None:
    with SaysInTurn(*says) as proxy:
        monkeypatch.setenv("ALL_PROXY", f"socks5://127.0.0.1:{proxy.port}")
        told = failure(run, PLAIN)
    assert type(told) is kind
    assert words in told.user_text
