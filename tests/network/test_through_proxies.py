"""Tests for requests through real proxies on loopback, and for what is told when they fail."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Iterator

import pytest

from hfchat_gui.conversation.errors import (
    CertificateRefused,
    ChatError,
    ProxyFailed,
    ProxySignInNeeded,
    Unreachable,
)
from hfchat_gui.conversation.proxy import ChosenProxy, ProxyChoice, ProxyMode
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.network import connecting, line
from hfchat_gui.network.client import HttpClient, HttpRequest
from tests.helpers.answers import Pause
from tests.helpers.http_server import Answer, Hold, ScriptedServer, refused_address
from tests.helpers.patience import SOON
from tests.helpers.running import Run
from tests.network.asking import answer, answers, cancelled_after, client, failure, key_for
from tests.network.proxy_servers import CONNECTED, SaysInTurn, TunnelProxy
from tests.network.tls_front import AUTHORITY, TlsFront

SECURE = HttpRequest("GET", "https://server.test/x")
PLAIN = HttpRequest("GET", "http://server.test/x")


def test_a_plain_request_goes_through_the_proxy(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedServer() as proxy:
        proxy.on("GET", "http://server.test/x", Answer.text("through"))
        monkeypatch.setenv("HTTP_PROXY", f"http://me:pw@127.0.0.1:{proxy.port}")
        assert answer(run, HttpRequest("GET", "http://server.test/x")).body == b"through"
        assert proxy.requests[0].header("proxy-authorization") == "Basic bWU6cHc="


@pytest.mark.usefixtures("trusted")
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


def test_this_computer_is_reached_whatever_the_proxies(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALL_PROXY", "https://nonsense:port")
    monkeypatch.setenv("NO_PROXY", "fe80::/10,[::1]")
    with ScriptedServer() as server:
        server.on("GET", "/", Answer.text("ok"))
        assert answer(run, HttpRequest("GET", server.url)).body == b"ok"
        refused = failure(run, HttpRequest("GET", "http://server.test/"))
    assert "ALL_PROXY" in refused.user_text


# --- signing in ----------------------------------------------------------------------------------


@pytest.mark.parametrize("request_", [SECURE, PLAIN], ids=["tunnel", "forward"])
def test_a_proxy_that_wants_a_sign_in_is_an_error_of_its_own(
    run: Run, monkeypatch: pytest.MonkeyPatch, request_: HttpRequest
) -> None:
    with ScriptedServer() as proxy:
        proxy.otherwise(Answer.html("<h1>Who are you?</h1>", 407))
        monkeypatch.setenv("ALL_PROXY", f"http://127.0.0.1:{proxy.port}")
        told = failure(run, request_)
        assert isinstance(told, ProxySignInNeeded)
        assert f"ALL_PROXY, 127.0.0.1:{proxy.port}, asks for a name" in told.user_text
        monkeypatch.setenv("ALL_PROXY", f"http://me:secret@127.0.0.1:{proxy.port}")
        told = failure(run, request_)
        assert isinstance(told, ProxySignInNeeded)
        assert "does not accept the name and password" in told.user_text
        assert "secret" not in told.user_text + told.detail


@pytest.mark.parametrize("status", [400, 403, 503])
def test_the_page_of_a_proxy_that_repeats_its_password_comes_without_it(
    run: Run, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    with ScriptedServer() as proxy:
        said = "Denied: me s3cret-word, Basic bWU6czNjcmV0LXdvcmQ="
        proxy.otherwise(Answer.text(said, status))
        monkeypatch.setenv("ALL_PROXY", f"http://me:s3cret-word@127.0.0.1:{proxy.port}")
        assert answer(run, PLAIN).body.decode() == "Denied: me …, Basic …"
        monkeypatch.setenv("ALL_PROXY", f"http://127.0.0.1:{proxy.port}")
        assert answer(run, PLAIN).body == said.encode()


def test_a_name_that_is_not_ascii_signs_in_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedServer() as proxy:
        proxy.on("GET", PLAIN.url, Answer.text("through"))
        monkeypatch.setenv("HTTP_PROXY", f"http://j%C3%BCrgen:%C3%9F@127.0.0.1:{proxy.port}")
        assert answer(run, PLAIN).body == b"through"
        assert proxy.requests[0].header("proxy-authorization") == "Basic asO8cmdlbjrDnw=="


def test_socks_signs_in_with_name_and_password(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        ScriptedServer() as server,
        SaysInTurn(b"\x05\x02", b"\x01\x00", CONNECTED, to_port=server.port) as proxy,
    ):
        server.on("GET", "/x", Answer.text("through"))
        monkeypatch.setenv("ALL_PROXY", f"socks5h://me:p%40ss@127.0.0.1:{proxy.port}")
        assert answer(run, PLAIN).body == b"through"
        assert proxy.heard[1] == b"\x01\x02me\x04p@ss"
        assert b"server.test" in proxy.heard[2]


@pytest.mark.parametrize("says", [(b"\x05\xff",), (b"\x05\x02", b"\x01\x01")])
def test_socks_that_does_not_know_the_name_is_told(
    run: Run, monkeypatch: pytest.MonkeyPatch, says: tuple[bytes, ...]
) -> None:
    with SaysInTurn(*says) as proxy:
        monkeypatch.setenv("ALL_PROXY", f"socks5://me:secret@127.0.0.1:{proxy.port}")
        told = failure(run, PLAIN)
    assert isinstance(told, ProxySignInNeeded)
    assert "secret" not in told.user_text + told.detail


def test_a_new_password_is_used_at_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[ChosenProxy] = []

    async def choice() -> ChosenProxy:
        return chosen[0]

    async def scenario(port: int) -> None:
        manual = ProxyChoice(ProxyMode.MANUAL, f"127.0.0.1:{port}", "me")
        http = HttpClient(proxy=choice)
        for password in ("one", "two"):
            chosen[:] = [ChosenProxy(manual, Secret(password))]
            await http.fetch(PLAIN)
        chosen[:] = [ChosenProxy(ProxyChoice(ProxyMode.NONE))]
        with pytest.raises(Unreachable, match=r"server\.test"):
            await http.fetch(PLAIN)
        await http.aclose()

    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    with ScriptedServer() as proxy:
        proxy.on("GET", PLAIN.url, Answer.text("through"))
        run(scenario(proxy.port))
        sent = [request.header("proxy-authorization") for request in proxy.requests]
        assert sent == ["Basic bWU6b25l", "Basic bWU6dHdv"]


def test_this_computer_needs_no_choice_of_a_proxy(run: Run) -> None:
    async def never() -> ChosenProxy:
        raise AssertionError

    async def scenario(url: str) -> None:
        http = HttpClient(proxy=never)
        assert (await http.fetch(HttpRequest("GET", url))).body == b"ok"
        await http.aclose()

    with ScriptedServer() as server:
        server.on("GET", "/", Answer.text("ok"))
        run(scenario(server.url))


# --- proxies that are themselves reached over TLS ------------------------------------------------


@pytest.mark.usefixtures("trusted")
def test_tls_is_spoken_within_tls(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [b"%03d" % number for number in range(50)]
    with (
        ScriptedServer() as server,
        TlsFront(server.port) as front,
        TunnelProxy(front.port) as proxy,
        TlsFront(proxy.port) as outer,
    ):
        server.on("GET", "/x", Answer.text("x" * 300_000))
        server.on("POST", "/s", Answer.stream(parts, pause=0.002))
        monkeypatch.setenv("HTTPS_PROXY", f"https://me:secret@localhost:{outer.port}")
        streamed = HttpRequest("POST", "https://server.test/s", {"long": "y" * 200_000})
        given = run(answers(SECURE, streamed, SECURE))
        assert [len(one.body) for one in given] == [300_000, 150, 300_000]
        assert given[1].body == b"".join(parts)
        assert server.connections == 1
        assert len(server.requests[1].body) > 200_000
        assert b"Proxy-Authorization: Basic" in proxy.asked[0]


@pytest.mark.usefixtures("trusted")
def test_a_plain_request_goes_through_tls_to_the_proxy(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ScriptedServer() as proxy, TlsFront(proxy.port) as outer:
        proxy.on("GET", PLAIN.url, Answer.text("through"))
        monkeypatch.setenv("HTTP_PROXY", f"https://localhost:{outer.port}")
        assert answer(run, PLAIN).body == b"through"


@pytest.mark.usefixtures("trusted")
def test_stopping_reaches_through_both_layers(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(server: ScriptedServer) -> None:
        async with client() as http:
            await cancelled_after(0.3, http, HttpRequest("POST", "https://server.test/x", {}))
            await asyncio.to_thread(server.wait_for_disconnect)

    with (
        ScriptedServer() as server,
        TlsFront(server.port) as front,
        TunnelProxy(front.port) as proxy,
        TlsFront(proxy.port) as outer,
    ):
        server.on("POST", "/x", Answer.stream([b"a"], complete=False).then(Hold()))
        monkeypatch.setenv("HTTPS_PROXY", f"https://localhost:{outer.port}")
        run(scenario(server))


@pytest.mark.parametrize("trusts", [False, True])
def test_whose_certificate_is_not_trusted_is_told(
    run: Run, monkeypatch: pytest.MonkeyPatch, trusts: bool
) -> None:
    if trusts:
        monkeypatch.setenv("SSL_CERT_FILE", str(AUTHORITY))
    with (
        TlsFront(1, "expired.pem") as front,
        TunnelProxy(front.port) as proxy,
        TlsFront(proxy.port) as outer,
    ):
        monkeypatch.setenv("HTTPS_PROXY", f"https://localhost:{outer.port}")
        told = failure(run, SECURE)
    assert isinstance(told, CertificateRefused)
    whose = "server.test" if trusts else f"localhost:{outer.port}"
    assert f"certificate of {whose} is not trusted" in told.user_text


@pytest.mark.usefixtures("trusted")
def test_a_proxy_without_tls_is_told_as_that(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "CONNECT_LIMIT", 0.5)
    with ScriptedServer() as proxy:
        monkeypatch.setenv("HTTPS_PROXY", f"https://localhost:{proxy.port}")
        told = failure(run, SECURE)
    assert f"localhost:{proxy.port}" in told.user_text


# --- proxies that fail ---------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["http", "socks5"])
def test_a_proxy_that_is_not_there_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    with refused_address() as address:
        monkeypatch.setenv("ALL_PROXY", address.replace("http", scheme))
        told = failure(run, SECURE)
    assert type(told) is ProxyFailed
    assert f"{address.removeprefix('http://')}, cannot be used on the way to" in told.user_text
    assert "nothing answers there" in told.user_text


@pytest.mark.parametrize("scheme", ["http", "socks5"])
def test_a_proxy_that_says_nothing_is_given_up(
    run: Run, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    monkeypatch.setattr(line, "CONNECT_LIMIT", 0.2)
    with ScriptedServer() as proxy:
        proxy.otherwise(Answer.hang())
        monkeypatch.setenv("ALL_PROXY", f"{scheme}://127.0.0.1:{proxy.port}")
        told = failure(run, SECURE)
    assert type(told) is ProxyFailed
    assert "does not answer in time" in told.user_text


def test_a_proxy_that_dribbles_its_answer_is_given_up(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "CONNECT_LIMIT", 0.5)
    dribbling = [step for _ in range(100) for step in (b"H", Pause(0.2))]
    with ScriptedServer() as proxy:
        proxy.otherwise(Answer.raw(*dribbling))
        monkeypatch.setenv("ALL_PROXY", f"http://127.0.0.1:{proxy.port}")
        began = time.monotonic()
        told = failure(run, SECURE)
        assert time.monotonic() - began < SOON
    assert type(told) is ProxyFailed
    assert "does not answer in time" in told.user_text


@pytest.mark.parametrize(
    ("status", "gist"), [(403, "does not allow"), (502, "could not reach"), (404, "refused")]
)
def test_a_refused_tunnel_is_told_with_its_reason(
    run: Run, monkeypatch: pytest.MonkeyPatch, status: int, gist: str
) -> None:
    with ScriptedServer() as proxy:
        proxy.otherwise(Answer.text("", status))
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{proxy.port}")
        told = failure(run, SECURE)
    assert type(told) is ProxyFailed
    assert gist in told.user_text
    assert str(status) in told.user_text


def test_a_proxy_that_shows_its_own_certificate_is_a_matter_of_trust(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with TlsFront(1) as front, TunnelProxy(front.port) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{proxy.port}")
        told = failure(run, SECURE)
    assert isinstance(told, CertificateRefused)
    assert "server.test" in told.user_text


def rubbish() -> Iterator[tuple[bytes, ...]]:
    yield from [(b"",), (b"\x05",), (b"HTTP/1.1 400 Bad Request\r\n\r\n",), (b"\x05\x63",)]
    yield (b"\x05\x00", b"")
    yield (b"\x05\x00", b"\x05\x07\x00\x01\0\0\0\0\0\0")
    yield (b"\x05\x00", b"\x05\x00\x00\x03\x04host\x00P")
    yield (b"\x05\x00", b"\x05\x00\x00\x03\xffshort")
    yield (b"\x05\x00", b"\x05\x00\x00\x04" + b"\0" * 18)
    dice = random.Random(7)
    for _ in range(40):
        yield (b"\x05\x00", b"\x05" + dice.randbytes(dice.randrange(20)))
        yield (dice.randbytes(dice.randrange(4)),)


@pytest.mark.timeout(60)
def test_whatever_a_socks_server_says_the_request_ends_with_a_reason(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for says in rubbish():
        with SaysInTurn(*says) as proxy:
            monkeypatch.setenv("ALL_PROXY", f"socks5://127.0.0.1:{proxy.port}")
            assert isinstance(failure(run, PLAIN), ChatError), says


# --- networks that ask to sign in ----------------------------------------------------------------


def test_a_network_that_wants_a_sign_in_says_so_by_its_status(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.html("<h1>Welcome</h1>", 511))
        told = failure(run, HttpRequest("POST", server.url, {}))
    assert type(told) is Unreachable
    assert "until you sign in" in told.user_text


def test_a_server_that_answers_like_a_proxy_is_told(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("GET", "/", Answer.text("", 407))
        told = failure(run, HttpRequest("GET", server.url))
    assert isinstance(told, ProxySignInNeeded)
    assert "A proxy on the way" in told.user_text
