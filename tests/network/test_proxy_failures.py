"""Tests for what the person is told of a proxy that does not let a request through."""

from __future__ import annotations

import base64
import errno
import socket
import ssl

import httpcore
import pytest
import socksio

from hfchat_gui.conversation.error_record import NO_ACTION, OPEN_PROXY
from hfchat_gui.conversation.errors import (
    CertificateRefused,
    ChatError,
    InternalFault,
    ProxyFailed,
    ProxySignInNeeded,
    Unreachable,
)
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.network.failures import Circumstances, chat_error
from hfchat_gui.network.line import Phase
from hfchat_gui.network.proxies import HERE, SYSTEM, Proxy, variable

PLAIN = Proxy("http://proxy.example:3128", variable("HTTPS_PROXY"))
SIGNED = Proxy("http://proxy.example:3128", HERE, "me", Secret("pw"))
SOCKS = Proxy("socks5://proxy.example:1080", SYSTEM)


def told(error: Exception, proxy: Proxy | None, phase: Phase = Phase.CONNECTING) -> ChatError:
    failure = chat_error(error, Circumstances("gpu.example:8000", phase, proxy=proxy))
    assert failure is not None
    return failure


@pytest.mark.parametrize(
    ("words", "proxy", "next_step"),
    [
        ("407 Proxy Authentication Required", PLAIN, "as in http://name:password@proxy"),
        ("407 Proxy Authentication Required", SIGNED, "not accept the name and password"),
        ("407 Proxy Authentication Required", None, "Name the proxy in HF Chat's settings"),
        ("Invalid username/password", SIGNED, "not accept the name and password"),
        (
            "Requested NO AUTHENTICATION REQUIRED from proxy server, but got NO ACCEPTABLE METHODS",
            SOCKS,
            "named by hand",
        ),
    ],
)
def test_a_proxy_that_asks_for_a_sign_in_is_an_error_of_its_own(
    words: str, proxy: Proxy | None, next_step: str
) -> None:
    failure = told(httpcore.ProxyError(words), proxy)
    assert isinstance(failure, ProxySignInNeeded)
    assert next_step in failure.user_text
    assert failure.action == (NO_ACTION if proxy is PLAIN else OPEN_PROXY)


@pytest.mark.parametrize(
    ("words", "gist"),
    [
        ("403 Forbidden", "does not allow connections to gpu.example:8000 (403 Forbidden)"),
        ("Proxy Server could not connect: Connection not allowed by ruleset.", "does not allow"),
        ("502 Bad Gateway", "could not reach gpu.example:8000 (502 Bad Gateway)"),
        ("Proxy Server could not connect: Host unreachable.", "could not reach gpu.example"),
        ("400 Bad Request", "refused the connection to gpu.example:8000 (400 Bad Request)"),
        ("", "(ProxyError)"),
    ],
)
def test_what_a_proxy_says_is_told_apart(words: str, gist: str) -> None:
    failure = told(httpcore.ProxyError(words), PLAIN)
    assert type(failure) is ProxyFailed
    assert gist in failure.user_text
    assert "HTTPS_PROXY, proxy.example:3128," in failure.user_text


@pytest.mark.parametrize(
    ("error", "gist"),
    [
        (ConnectionRefusedError(), "nothing answers there"),
        (socket.gaierror(socket.EAI_NONAME, ""), "no server of that name"),
        (TimeoutError(), "does not answer in time"),
        (OSError(errno.ENETUNREACH, ""), "no way to it from here (ENETUNREACH)"),
        (ConnectionResetError(errno.ECONNRESET, ""), "broke off (ConnectionResetError)"),
        (httpcore.RemoteProtocolError(), "broke off (RemoteProtocolError)"),
    ],
)
def test_a_proxy_that_is_away_is_named_and_not_the_server(error: Exception, gist: str) -> None:
    failure = told(error, PLAIN)
    assert type(failure) is ProxyFailed
    assert gist in failure.user_text
    assert "proxy.example:3128, cannot be used on the way to gpu.example:8000" in failure.user_text
    assert "start HF Chat again" in failure.user_text


@pytest.mark.parametrize(
    ("error", "phase", "kind"),
    [
        (ssl.SSLCertVerificationError(), Phase.CONNECTING, CertificateRefused),
        (ssl.SSLError(1, "wrong version"), Phase.CONNECTING, Unreachable),
        (OSError(errno.EMFILE, ""), Phase.CONNECTING, InternalFault),
        (ConnectionResetError(), Phase.WAITING, Unreachable),
    ],
)
def test_what_is_no_fault_of_the_proxy_is_not_put_on_it(
    error: Exception, phase: Phase, kind: type[ChatError]
) -> None:
    assert type(told(error, PLAIN, phase)) is kind


@pytest.mark.parametrize(
    "echo",
    ["s3cret-word", "me:s3cret-word", "S3CRET-WORD", base64.b64encode(b"me:s3cret-word").decode()],
)
@pytest.mark.parametrize("status", [403, 503, 404])
def test_a_proxy_that_repeats_its_password_is_quoted_without_it(echo: str, status: int) -> None:
    proxy = Proxy("http://proxy.example:3128", HERE, "me", Secret("s3cret-word"))
    failure = told(httpcore.ProxyError(f"{status} Denied {echo} pw"), proxy)
    assert isinstance(failure, ProxyFailed)
    assert "Denied … pw" in failure.user_text


def test_what_a_proxy_says_steers_nothing() -> None:
    failure = told(httpcore.ProxyError("400 \x1b[31mn\n\u202eo."), None)
    assert "(400 [31mn o)" in failure.user_text
    assert "Ask whoever runs the network" in failure.user_text


def test_an_unknown_answer_of_socks_is_the_proxys() -> None:
    assert isinstance(told(socksio.ProtocolError("odd"), SOCKS), ProxyFailed)
