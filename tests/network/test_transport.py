"""Tests for sending over pooled connections: redirects, credentials, proxies, TLS, idle ones."""

from __future__ import annotations

import logging
import socket
import threading
import time

import pytest

from hfchat_gui.conversation.characters import printable
from hfchat_gui.conversation.errors import (
    BadAddress,
    CertificateRefused,
    ChatError,
    NotAChatServer,
    TokenMalformed,
    Unreachable,
)
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.network.client import HttpAnswer, HttpClient, HttpRequest
from hfchat_gui.network.credentials import Credential
from tests.helpers.answers import HangUp, Pause
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run
from tests.network.proxy_servers import TunnelProxy
from tests.network.tls_front import AUTHORITY, TlsFront


async def answers(*requests: HttpRequest) -> list[HttpAnswer]:
    http = HttpClient()
    try:
        return [await http.fetch(request) for request in requests]
    finally:
        await http.aclose()


def answer(run: Run, request: HttpRequest) -> HttpAnswer:
    return run(answers(request))[0]


def failure(run: Run, request: HttpRequest) -> ChatError:
    with pytest.raises(ChatError) as caught:
        answer(run, request)
    return caught.value


def key_for(url: str, text: str = "hf_key") -> Credential:
    return Credential.for_url(url, Secret(text))


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


# --- redirects -----------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [307, 308])
def test_a_post_follows_within_its_origin_whole(run: Run, status: int) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/a", Answer.redirect("/b?x=1", status))
        server.on("POST", "/b", Answer.text("there"))
        request = HttpRequest("POST", f"{server.url}/a", {"k": 1}, key_for(server.url))
        reached = answer(run, request)
        assert (reached.body, reached.url) == (b"there", f"{server.url}/b?x=1")
        assert server.requests[1].json() == {"k": 1}
        assert server.requests[1].header("authorization") == "Bearer hf_key"


@pytest.mark.parametrize("status", [301, 302, 303])
def test_a_post_never_becomes_a_get(run: Run, status: int) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/a", Answer.redirect(f"{server.url}/b", status))
        refused = failure(run, HttpRequest("POST", f"{server.url}/a", {}))
        assert isinstance(refused, BadAddress)
        assert f"{server.url}/b" in refused.user_text
        assert len(server.requests) == 1


def test_a_post_never_goes_to_another_origin(run: Run) -> None:
    with ScriptedServer() as server, ScriptedServer() as other:
        server.on("POST", "/", Answer.redirect(f"{other.url}/b", 308))
        refused = failure(run, HttpRequest("POST", server.url, {}, key_for(server.url)))
        assert f"{other.url}/b" in refused.user_text
        assert other.connections == 0


def test_where_a_redirect_leads_is_shown_shortened_and_steers_nothing(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.redirect("http://a.example/\x9b\xadb" + "c" * 50_000, 308))
        told = failure(run, HttpRequest("POST", server.url, {})).user_text
        assert "on to http://a.example/bccc" in told
        assert len(told) < 300
        assert printable(told) == told


def test_a_get_follows_elsewhere_without_its_credential_and_headers(run: Run) -> None:
    with ScriptedServer() as server, ScriptedServer() as other:
        server.on("GET", "/", Answer.redirect(f"{other.url}/b#part", 302))
        other.on("GET", "/b", Answer.text("there"))
        request = HttpRequest(
            "GET", server.url, credential=key_for(server.url), headers={"X-HF-Bill-To": "org"}
        )
        reached = answer(run, request)
        assert reached.body == b"there"
        seen = other.requests[0]
        assert seen.header("authorization") is None
        assert seen.header("x-hf-bill-to") is None
        assert server.requests[0].header("x-hf-bill-to") == "org"


def test_going_round_in_circles_ends(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("GET", "/", Answer.redirect("/", 302))
        server.on("POST", "/", Answer.redirect("/", 307))
        assert isinstance(failure(run, HttpRequest("GET", server.url)), NotAChatServer)
        assert len(server.requests) == 6
        assert isinstance(failure(run, HttpRequest("POST", server.url)), NotAChatServer)
        assert len(server.requests) == 6 + 4


@pytest.mark.parametrize("nowhere", ["mailto:me@example.com", "http://[bad", "http://[::1"])
def test_a_redirect_to_nowhere_is_told(run: Run, nowhere: str) -> None:
    with ScriptedServer() as server:
        server.on("GET", "/", Answer.redirect(nowhere, 302))
        assert "no web address" in failure(run, HttpRequest("GET", server.url)).user_text


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


# --- TLS and proxies -----------------------------------------------------------------------------


@pytest.fixture
def _trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(AUTHORITY))
    monkeypatch.delenv("SSL_CERT_DIR", raising=False)


@pytest.mark.usefixtures("_trusted")
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


def test_a_plain_request_goes_through_the_proxy(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedServer() as proxy:
        proxy.on("GET", "http://server.test/x", Answer.text("through"))
        monkeypatch.setenv("HTTP_PROXY", f"http://me:pw@127.0.0.1:{proxy.port}")
        assert answer(run, HttpRequest("GET", "http://server.test/x")).body == b"through"
        assert proxy.requests[0].header("proxy-authorization") == "Basic bWU6cHc="


@pytest.mark.usefixtures("_trusted")
@pytest.mark.parametrize(
    ("scheme", "socks", "asked"),
    [("http", False, b"CONNECT server.test:443"), ("socks5", True, b"\x0bserver.test")],
)
def test_https_goes_through_a_tunnel(
    run: Run, monkeypatch: pytest.MonkeyPatch, scheme: str, socks: bool, asked: bytes
) -> None:
    with (
        ScriptedServer() as server,
        TlsFront(server.port) as front,
        TunnelProxy(front.port, socks=socks) as proxy,
    ):
        server.on("GET", "/x", Answer.text("through"))
        monkeypatch.setenv("HTTPS_PROXY", f"{scheme}://127.0.0.1:{proxy.port}")
        credential = key_for("https://server.test/x")
        request = HttpRequest("GET", "https://server.test/x", credential=credential)
        assert [a.body for a in run(answers(request, request))] == [b"through"] * 2
        assert asked in proxy.asked[0]
        assert b"hf_key" not in b"".join(proxy.asked)
        assert len(proxy.asked) == 1


def test_the_password_of_a_proxy_stays_out_of_the_log(
    run: Run, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with (
        caplog.at_level(logging.DEBUG),
        ScriptedServer() as server,
        TunnelProxy(server.port, socks=True) as proxy,
    ):
        server.on("GET", "/x", Answer.text("through"))
        monkeypatch.setenv("HTTP_PROXY", f"socks5://127.0.0.1:{proxy.port}")
        assert answer(run, HttpRequest("GET", "http://server.test/x")).body == b"through"
        monkeypatch.setenv("HTTP_PROXY", f"socks5://me:secret@127.0.0.1:{proxy.port}")
        failure(run, HttpRequest("GET", "http://server.test/x"))
    assert "secret" not in caplog.text


def test_a_proxy_that_refuses_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedServer() as proxy:
        proxy.on("CONNECT", "server.test:443", Answer.text("", 407))
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{proxy.port}")
        refused = failure(run, HttpRequest("GET", "https://server.test/"))
    assert "407" in refused.user_text
    assert "HTTPS_PROXY" in refused.user_text


def test_this_computer_is_reached_whatever_the_proxies(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALL_PROXY", "https://nonsense")
    monkeypatch.setenv("NO_PROXY", "fe80::/10,[::1]")
    with ScriptedServer() as server:
        server.on("GET", "/", Answer.text("ok"))
        assert answer(run, HttpRequest("GET", server.url)).body == b"ok"
        refused = failure(run, HttpRequest("GET", "http://server.test/"))
    assert "ALL_PROXY" in refused.user_text
