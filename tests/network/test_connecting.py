"""Tests for opening sockets: look-up, addresses in turn, TLS."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from hfchat_gui.network import connecting
from hfchat_gui.network.connecting import connect, is_readable, secure
from hfchat_gui.network.line import Cut, Line
from tests.helpers.patience import SOON
from tests.network.tls_front import AUTHORITY, TlsFront


@pytest.fixture
def line() -> Line:
    return Line(frame=0.05, first_byte=None, silence=None)


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        yield sock


def port_of(sock: socket.socket) -> int:
    port: int = sock.getsockname()[1]
    return port


def addresses(*found: tuple[socket.AddressFamily, tuple[object, ...]]) -> object:
    return lambda *_, **__: [(family, socket.SOCK_STREAM, 6, "", at) for family, at in found]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_host_is_reached_by_number_and_by_name(
    line: Line, listener: socket.socket, host: str
) -> None:
    with connect(host, port_of(listener), line) as sock:
        assert sock.getpeername() == listener.getsockname()
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_the_next_address_is_tried(
    line: Line, listener: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = (socket.AF_INET, ("127.0.0.1", port_of(listener)))
    dead = (socket.AF_INET, ("127.0.0.1", 1))
    monkeypatch.setattr(socket, "getaddrinfo", addresses(dead, here))
    connect("server.test", 80, line).close()


def test_kinds_of_address_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    new, old = socket.AF_INET6, socket.AF_INET
    found = [(new, ("a",)), (new, ("b",)), (new, ("c",)), (old, ("1",))]
    monkeypatch.setattr(socket, "getaddrinfo", addresses(*found))
    assert [at[0] for _, at in connecting._addresses("server.test", 80)] == ["a", "1", "b", "c"]


def test_an_address_that_fails_at_once_is_told(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = (socket.AF_INET, ("255.255.255.255", 80))
    monkeypatch.setattr(socket, "getaddrinfo", addresses(nowhere))
    with pytest.raises(OSError, match=r"Permission denied|unreachable|route"):
        connect("server.test", 80, line)


def test_the_last_failure_is_told(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    dead = (socket.AF_INET, ("127.0.0.1", 1))
    monkeypatch.setattr(socket, "getaddrinfo", addresses(dead, dead))
    with pytest.raises(ConnectionRefusedError):
        connect("server.test", 80, line)
    monkeypatch.setattr(socket, "getaddrinfo", addresses())
    with pytest.raises(socket.gaierror):
        connect("server.test", 80, line)


def test_a_name_that_is_none_is_told(line: Line) -> None:
    with pytest.raises((socket.gaierror, UnicodeError)):
        connect("a" * 70 + ".test", 80, line)


def test_a_look_up_that_hangs_is_given_up(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    end = threading.Event()
    monkeypatch.setattr(connecting, "CONNECT_LIMIT", 0.1)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: end.wait(5) and [])
    with pytest.raises(TimeoutError):
        connect("server.test", 80, line)
    end.set()


def test_cutting_ends_a_look_up_that_hangs(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    end = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: end.wait(30) and [])
    threading.Timer(0.1, line.cut).start()
    before = time.monotonic()
    with pytest.raises(Cut):
        connect("server.test", 80, line)
    assert time.monotonic() - before < SOON
    end.set()
    for thread in threading.enumerate():
        if thread.name == "hfchat-look-up":
            thread.join(SOON)


@pytest.mark.parametrize("host", ["app.localhost", "localhost."])
def test_a_name_below_localhost_is_this_computer_whatever_a_name_server_says(
    line: Line, listener: socket.socket, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    real = socket.getaddrinfo
    asked: list[object] = []

    def noting(name: str, *rest: Any, **named: Any) -> object:
        asked.append(name)
        return real(name, *rest, **named)

    monkeypatch.setattr(socket, "getaddrinfo", noting)
    connect(host, port_of(listener), line).close()
    assert asked == ["localhost"]


def test_cutting_between_two_addresses_stops_the_search(
    line: Line, listener: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cutting(*_: object, **__: object) -> list[object]:
        line.cut()
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", listener.getsockname())] * 2

    monkeypatch.setattr(socket, "getaddrinfo", cutting)
    with pytest.raises(Cut):
        connect("server.test", 80, line)
    assert not is_readable(listener)


@pytest.fixture
def unreachable() -> Iterator[int]:
    # A listener whose backlog is full answers no further SYN: a host that cannot be reached.
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        crowd = [socket.socket() for _ in range(4)]
        for sock in crowd:
            sock.setblocking(False)
            sock.connect_ex(full.getsockname())
        yield port_of(full)
        for sock in crowd:
            sock.close()


def test_cutting_ends_a_dial_that_waits(line: Line, unreachable: int) -> None:
    threading.Timer(0.1, line.cut).start()
    before = time.monotonic()
    with pytest.raises(Cut):
        connect("127.0.0.1", unreachable, line)
    assert time.monotonic() - before < SOON


def test_a_dial_that_waits_is_given_up(
    line: Line, unreachable: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "CONNECT_LIMIT", 0.1)
    with pytest.raises(TimeoutError):
        connect("127.0.0.1", unreachable, line)


# --- TLS -----------------------------------------------------------------------------------------


@pytest.fixture
def trusting() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=AUTHORITY)


def test_a_trusted_server_is_spoken_to(line: Line, trusting: ssl.SSLContext) -> None:
    with TlsFront(1) as front:
        sock = connect("127.0.0.1", front.port, line)
        tls = secure(sock, trusting, "localhost", line)
        assert isinstance(tls, ssl.SSLSocket)
        with tls:
            assert tls.version() == "TLSv1.3"


def test_the_roots_dot_is_no_part_of_a_certificates_name(
    line: Line, trusting: ssl.SSLContext
) -> None:
    with TlsFront(1) as front:
        secure(connect("127.0.0.1", front.port, line), trusting, "localhost.", line).close()


@pytest.mark.parametrize(
    ("certificate", "name", "reason"),
    [("server.pem", "other.test", "mismatch"), ("expired.pem", "localhost", "expired")],
)
def test_a_wrong_certificate_is_refused(
    line: Line, trusting: ssl.SSLContext, certificate: str, name: str, reason: str
) -> None:
    with TlsFront(1, certificate) as front:
        sock = connect("127.0.0.1", front.port, line)
        with pytest.raises(ssl.SSLCertVerificationError, match=reason):
            secure(sock, trusting, name, line)


def test_a_handshake_that_hangs_is_given_up_and_holds_up_no_other(
    line: Line,
    listener: socket.socket,
    trusting: ssl.SSLContext,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connecting, "CONNECT_LIMIT", 0.2)
    sock = connect("127.0.0.1", port_of(listener), line)
    with pytest.raises(TimeoutError):
        secure(sock, trusting, "localhost", line)
    assert sock.fileno() == -1


def test_cutting_ends_a_handshake(
    line: Line, listener: socket.socket, trusting: ssl.SSLContext
) -> None:
    sock = connect("127.0.0.1", port_of(listener), line)
    threading.Timer(0.1, line.cut).start()
    with pytest.raises((Cut, ssl.SSLError, OSError)):
        secure(sock, trusting, "localhost", line)
    assert line.is_cut


def test_a_handshake_waits_to_write_when_it_must(
    line: Line, monkeypatch: pytest.MonkeyPatch, trusting: ssl.SSLContext
) -> None:
    real = ssl.SSLSocket.do_handshake
    refusals = [ssl.SSLWantWriteError()]

    def once_full(tls: ssl.SSLSocket, block: bool = False) -> None:
        if refusals and not tls.server_side:
            raise refusals.pop()
        real(tls, block)

    monkeypatch.setattr(ssl.SSLSocket, "do_handshake", once_full)
    with TlsFront(1) as front:
        sock = connect("127.0.0.1", front.port, line)
        secure(sock, trusting, "localhost", line).close()


def test_a_name_that_tls_cannot_take_closes_the_socket(
    line: Line, listener: socket.socket, trusting: ssl.SSLContext
) -> None:
    sock = connect("127.0.0.1", port_of(listener), line)
    with pytest.raises(ValueError, match="hostname"):
        secure(sock, trusting, None, line)
    assert sock.fileno() == -1
