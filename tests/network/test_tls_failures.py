"""Tests for what is told where encryption is not agreed on: only plain text ends in that advice."""

from __future__ import annotations

import contextlib
import socket
import ssl

import pytest

from hfchat_gui.conversation.error_record import CHANGE_ADDRESS, NO_ACTION, TRY_AGAIN, Action
from hfchat_gui.conversation.errors import ChatError, ProxyFailed, Unreachable
from hfchat_gui.network.client import HttpRequest
from hfchat_gui.network.proxies import HERE, Proxy
from hfchat_gui.network.tls_failures import not_agreed, not_agreed_with
from tests.helpers.running import Run
from tests.network.asking import failure
from tests.network.proxy_servers import CONNECTED, ESTABLISHED, SaysInTurn
from tests.network.relay import Relay
from tests.network.tls_front import AUTHORITY, CERTIFICATES

PAGE = b"HTTP/1.1 302 Found\r\nLocation: http://portal.test/\r\nContent-Length: 0\r\n\r\n"
PROXY = Proxy("https://proxy.test:3128", HERE)
WITHOUT = "write http://"


def alert(number: int) -> bytes:
    return b"\x15\x03\x03\x00\x02\x02" + bytes([number])


class WantsCertificates(Relay):
    """A TLS server that lets nobody in who shows no certificate; `hangs_up` right after that."""

    def __init__(self, version: ssl.TLSVersion, *, hangs_up: bool = False) -> None:
        super().__init__()
        self._hangs_up = hangs_up
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(CERTIFICATES / "server.pem")
        self._context.load_verify_locations(AUTHORITY)
        self._context.verify_mode = ssl.CERT_REQUIRED
        self._context.minimum_version = self._context.maximum_version = version

    def _serve(self, client: socket.socket) -> None:
        with self._context.wrap_socket(
            client, server_side=True, do_handshake_on_connect=False
        ) as tls:
            with contextlib.suppress(ssl.SSLError):
                tls.do_handshake()
            if self._hangs_up:
                return  # what was sent and not read turns this into a reset
            while socket.socket.recv(tls, 65536):
                pass


@pytest.mark.parametrize(
    ("says", "words", "action"),
    [
        (
            PAGE,
            "does not speak https. If that server has no encryption, write http",
            CHANGE_ADDRESS,
        ),
        (b"SSH-2.0-OpenSSH\r\n", "write http://", CHANGE_ADDRESS),
        (alert(40), "may want a certificate from each program", NO_ACTION),
        (alert(42), "wants a certificate from each program", NO_ACTION),
        (alert(70), "no version of TLS that is safe today", NO_ACTION),
        (alert(112), "does not go by this name", CHANGE_ADDRESS),
        (alert(80), "No encryption could be agreed on", NO_ACTION),
        (b"", "closed the connection before it was encrypted", TRY_AGAIN),
        (b"\x16\x03\x03", "closed the connection before it was encrypted", TRY_AGAIN),
    ],
)
@pytest.mark.usefixtures("trusted")
def test_each_end_of_a_handshake_is_told_by_its_cause(
    run: Run, says: bytes, words: str, action: Action
) -> None:
    with SaysInTurn(says) as server:
        told = failure(run, HttpRequest("GET", f"https://localhost:{server.port}/"))
    assert type(told) is Unreachable
    assert f"localhost:{server.port}" in told.user_text
    assert words in told.user_text
    assert (WITHOUT in told.user_text) == says.endswith(b"\n")
    assert told.action == action


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
@pytest.mark.usefixtures("trusted")
def test_a_server_that_demands_a_certificate_is_told(run: Run, version: ssl.TLSVersion) -> None:
    with WantsCertificates(version) as server:
        told = failure(run, HttpRequest("POST", f"https://localhost:{server.port}/", {}))
    assert type(told) is Unreachable
    assert "certificate from each program" in told.user_text
    assert told.action == NO_ACTION


@pytest.mark.usefixtures("trusted")
def test_whoever_hangs_up_on_a_request_had_agreed_on_encryption(run: Run) -> None:
    with WantsCertificates(ssl.TLSVersion.TLSv1_3, hangs_up=True) as server:
        url = f"https://localhost:{server.port}/"
        told = failure(run, HttpRequest("POST", url, {"long": "x" * 2_000_000}))
    assert type(told) is Unreachable
    assert "certificate" in told.user_text or "without an answer" in told.user_text


@pytest.mark.parametrize(
    ("says", "words"),
    [
        ((ESTABLISHED, b""), "was closed before it was encrypted"),
        ((ESTABLISHED, PAGE), "may be a page of the network: open any page in a browser"),
        ((b"rubbish\r\n\r\n",), "answers, but not in HTTP as a proxy does"),
        ((b"",), "broke off"),
    ],
)
@pytest.mark.usefixtures("trusted")
def test_a_tunnel_that_leads_astray_is_the_proxys(
    run: Run, monkeypatch: pytest.MonkeyPatch, says: tuple[bytes, ...], words: str
) -> None:
    with SaysInTurn(*says) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{proxy.port}")
        told = failure(run, HttpRequest("GET", "https://server.test/"))
    assert type(told) is ProxyFailed
    assert words in told.user_text
    assert f"127.0.0.1:{proxy.port}" in told.user_text
    assert "server.test" in told.user_text
    assert WITHOUT not in told.user_text


@pytest.mark.usefixtures("trusted")
def test_a_tunnel_that_closes_at_once_is_the_proxys(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SaysInTurn(ESTABLISHED) as proxy:  # met as an end or as a reset
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{proxy.port}")
        told = failure(run, HttpRequest("GET", "https://server.test/"))
    assert type(told) is ProxyFailed
    assert WITHOUT not in told.user_text


@pytest.mark.usefixtures("trusted")
def test_a_page_within_a_socks_tunnel_is_the_networks(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SaysInTurn(b"\x05\x00", CONNECTED, PAGE) as proxy:
        monkeypatch.setenv("ALL_PROXY", f"socks5://127.0.0.1:{proxy.port}")
        told = failure(run, HttpRequest("GET", "https://server.test/"))
    assert type(told) is ProxyFailed
    assert "may be a page of the network" in told.user_text


@pytest.mark.usefixtures("trusted")
def test_a_server_that_hangs_up_behind_a_tunnel_does_speak_http(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SaysInTurn(b"\x05\x00", CONNECTED, b"") as proxy:
        monkeypatch.setenv("ALL_PROXY", f"socks5://127.0.0.1:{proxy.port}")
        told = failure(run, HttpRequest("GET", "http://server.test/"))
    assert type(told) is Unreachable
    assert "server.test closed the connection without an answer" in told.user_text


@pytest.mark.parametrize(
    ("says", "words"),
    [(PAGE, "speaks no https. If it has no encryption"), (alert(40), "may want a certificate")],
)
@pytest.mark.usefixtures("trusted")
def test_the_proxys_own_encryption_is_told_as_that(
    run: Run, monkeypatch: pytest.MonkeyPatch, says: bytes, words: str
) -> None:
    with SaysInTurn(says) as proxy:
        monkeypatch.setenv("ALL_PROXY", f"https://localhost:{proxy.port}")
        told = failure(run, HttpRequest("GET", "https://server.test/"))
    assert type(told) is ProxyFailed
    assert f"ALL_PROXY, localhost:{proxy.port}, " in told.user_text
    assert words in told.user_text


@pytest.mark.parametrize(
    "reason", ["TLSV13_ALERT_CERTIFICATE_REQUIRED", "tlsv13 alert certificate required"]
)
def test_the_librarys_names_are_known_in_all_its_ways_to_write_them(reason: str) -> None:
    told: list[ChatError] = []
    error = ssl.SSLError(1, "words")
    error.reason = reason
    told += [not_agreed(error, "gpu.test", proxy) for proxy in (None, PROXY)]
    told.append(not_agreed_with(PROXY, error, "gpu.test"))
    assert all("wants a certificate" in one.user_text for one in told)
    assert [type(one) for one in told] == [Unreachable, Unreachable, ProxyFailed]


def test_what_has_no_name_is_no_reason_to_do_without_encryption() -> None:
    told = not_agreed(ssl.SSLError(1, "words"), "gpu.test", None)
    assert "No encryption could be agreed on with gpu.test (SSLERROR)" in told.user_text
    assert WITHOUT not in told.user_text
