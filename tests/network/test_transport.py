"""Tests for sending over pooled connections: credentials, idle connections, TLS."""

from __future__ import annotations

import socket
import threading
import time

import pytest

from hfchat_gui.conversation.errors import CertificateRefused, TokenMalformed, Unreachable
from hfchat_gui.network.client import HttpClient, HttpRequest
from hfchat_gui.network.transport import _core_request
from tests.helpers.answers import HangUp, Pause
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run
from tests.network.asking import answer, answers, client, failure, key_for
from tests.network.tls_front import TlsFront

# --- credentials ---------------------------------------------------------------------------------


def test_a_credential_goes_to_its_origin_only(run: Run) -> None:
    with ScriptedServer() as mine, ScriptedServer() as other:
        credential = key_for(mine.url)
        for server in (mine, other):
            answer(run, HttpRequest("GET", server.url, credential=credential))
        assert mine.requests[0].header("authorization") == "Bearer hf_key"
        assert other.requests[0].header("authorization") is None


def test_a_malformed_credential_is_refused_before_anything_is_sent(run: Run) -> None:
    with ScriptedServer() as server:
        refused = failure(
            run, HttpRequest("GET", server.url, credential=key_for(server.url, "hf_a\nTAIL"))
        )
        assert isinstance(refused, TokenMalformed)
        assert "TAIL" not in f"{refused.user_text}{refused.detail}{refused!r}"
        assert server.connections == 0


# --- idle connections ----------------------------------------------------------------------------


@pytest.mark.parametrize("ended", [Answer.close(), Answer.reset()])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_connection_that_was_closed_while_idle_is_no_error(
    run: Run, method: str, ended: Answer
) -> None:
    with ScriptedServer() as server:
        server.on(method, "/", Answer.text("one"), ended, Answer.text("two"))
        request = HttpRequest(method, server.url, {} if method == "POST" else None)
        assert [a.body for a in run(answers(request, request))] == [b"one", b"two"]
        assert server.connections == 2


def test_a_connection_closed_after_its_answer_is_not_used_again(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("GET", "/", Answer.text("one").then(HangUp()), Answer.text("two"))

        async def scenario() -> None:
            http = HttpClient()
            request = HttpRequest("GET", server.url)
            await http.fetch(request)
            time.sleep(0.05)  # noqa: ASYNC251 - the server closes meanwhile
            assert (await http.fetch(request)).body == b"two"
            await http.aclose()

        run(scenario())


def test_a_new_connection_that_breaks_is_an_error_and_nothing_is_sent_twice(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.close())
        assert isinstance(failure(run, HttpRequest("POST", server.url, {})), Unreachable)
        assert len(server.requests) == 1


def test_a_request_that_was_worked_on_is_not_sent_twice(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.text("one"), Answer.raw(Pause(1.2), HangUp()))
        request = HttpRequest("POST", server.url, {})
        with pytest.raises(Unreachable):
            run(answers(request, request))
        assert len(server.requests) == 2


def test_an_answer_given_before_all_was_read_is_heard(run: Run) -> None:
    early = b"HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.raw(early, HangUp()))
        assert answer(run, HttpRequest("POST", server.url, {"x": "y" * 100})).status == 413


# --- TLS -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("trusted")
def test_https_is_spoken_and_large_records_are_read_whole(run: Run) -> None:
    with ScriptedServer() as server, TlsFront(server.port) as front:
        server.on("GET", "/", Answer.text("x" * 300_000))
        server.on("GET", "/s", Answer.stream([b"%03d" % n for n in range(50)], pause=0.002))
        first, second = run(
            answers(HttpRequest("GET", front.url), HttpRequest("GET", f"{front.url}/s"))
        )
        assert len(first.body) == 300_000
        assert second.body == b"".join(b"%03d" % n for n in range(50))
        assert server.connections == 1


def test_an_unknown_authority_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.delenv("SSL_CERT_DIR", raising=False)
    with TlsFront(1) as front:
        refused = failure(run, HttpRequest("GET", front.url))
    assert isinstance(refused, CertificateRefused)
    assert "SSL_CERT_FILE" in refused.user_text


def test_https_to_a_plain_server_is_told(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer_plainly() -> None:
            client, _ = listener.accept()
            with client:
                client.recv(100)
                client.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        thread = threading.Thread(target=answer_plainly)
        thread.start()
        port = listener.getsockname()[1]
        refused = failure(run, HttpRequest("GET", f"https://127.0.0.1:{port}"))
        thread.join()
    assert "does not speak https" in refused.user_text


def test_a_zone_is_kept_out_of_the_host_header() -> None:
    url = "http://[fe80::1%eth0]:8080/x"
    request = _core_request(HttpRequest("GET", url), url, None)
    assert dict(request.headers)[b"Host"] == b"[fe80::1]:8080"


@pytest.mark.parametrize(
    "twice",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none" * 2,
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n0\r\n\r\n" * 2,
        b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none and what nobody announced",
    ],
    ids=["length", "chunks", "too short a length"],
)
def test_what_comes_behind_an_answer_is_not_taken_for_the_next_one(run: Run, twice: bytes) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("POST", "/", Answer.raw(twice), Answer.text("two"))
            async with client() as http:
                first = await http.fetch(HttpRequest("POST", server.url, {}))
                second = await http.fetch(HttpRequest("POST", server.url, {}))
                assert (first.body, second.body) == (b"one", b"two")
            assert len(server.requests) == 2

    run(scenario())
