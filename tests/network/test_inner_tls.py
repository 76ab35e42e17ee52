"""Tests for TLS inside TLS, where a whole request does not reach."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hfchat_gui.network.connecting import connect, secure
from hfchat_gui.network.inner_tls import InnerTls
from hfchat_gui.network.line import Line
from tests.network.proxy_servers import SaysInTurn
from tests.network.tls_front import AUTHORITY, TlsFront


@contextmanager
def spoken(*says: bytes) -> Iterator[InnerTls]:
    """Open TLS within TLS to a server that says this, a line for each of ours."""
    context = ssl.create_default_context(cafile=AUTHORITY)
    line = Line(frame=0.0, first_byte=None, silence=None)
    with (
        SaysInTurn(*says) as server,
        TlsFront(server.port) as inner,
        TlsFront(inner.port) as outer,
    ):
        first = secure(connect("127.0.0.1", outer.port, line), context, "localhost", line)
        assert isinstance(first, ssl.SSLSocket)
        both = secure(first, context, "localhost", line)
        assert isinstance(both, InnerTls)
        both.settimeout(5)
        try:
            yield both
        finally:
            both.close()


def test_words_go_both_ways_and_the_end_is_seen() -> None:
    with spoken(b"one", b"two") as tls:
        assert tls.send(memoryview(b"a")) == 1
        assert tls.recv(100) == b"one"
        tls.send(memoryview(b"b"))
        assert tls.recv(2) == b"tw"
        assert tls.recv(100) == b"o"
        assert tls.recv(100) == b""
        assert tls.recv(100) == b""


def test_nothing_to_read_is_told_without_waiting_and_after_the_limit() -> None:
    with spoken(b"one") as tls:
        tls.settimeout(0.0)
        with pytest.raises(ssl.SSLWantReadError):
            tls.recv(100)
        tls.settimeout(0.05)
        with pytest.raises(TimeoutError):
            tls.recv(100)
        assert tls.fileno() == tls.outer.fileno() > 0
    assert tls.fileno() == -1
