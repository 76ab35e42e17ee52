"""Tests for the connection as httpcore sees it, over real socket pairs."""

from __future__ import annotations

import errno
import socket
import threading
import time
from collections.abc import Iterator

import httpcore
import pytest

from hfchat_gui.network import paced
from hfchat_gui.network.line import Cut, Line, Phase, use_line
from hfchat_gui.network.paced import NotTaken, PacedBackend, PacedStream, StaleConnection

HEAD = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.fixture
def line() -> Line:
    made = Line(frame=0.1, first_byte=5.0, silence=5.0)
    use_line(made)
    return made


@pytest.fixture
def far() -> Iterator[socket.socket]:
    with socket.socket() as unused:
        yield unused


@pytest.fixture
def pair(line: Line) -> Iterator[tuple[PacedStream, socket.socket]]:
    near, far = socket.socketpair()
    with near, far:
        yield PacedStream(near), far


Pair = tuple[PacedStream, socket.socket]


def test_all_that_has_come_is_read_at_once(pair: Pair) -> None:
    stream, far = pair
    far.sendall(HEAD + b"1\r\na\r\n")
    far.sendall(b"1\r\nb\r\n")
    assert stream.read(10) == HEAD + b"2\r\nab\r\n"


def test_after_text_the_next_read_waits_for_the_frame(pair: Pair, line: Line) -> None:
    stream, far = pair
    line.phase = Phase.READING
    far.sendall(HEAD + b"1\r\na\r\n")
    before = time.monotonic()
    stream.read(10)
    far.sendall(b"1\r\nb\r\n")
    assert stream.read(10) == b"1\r\nb\r\n"
    assert time.monotonic() - before > 0.05


def test_framing_alone_is_not_taken_for_the_end(pair: Pair, line: Line) -> None:
    stream, far = pair
    far.sendall(HEAD)
    stream.read(10)
    far.sendall(b"1\r")
    threading.Timer(0.05, far.sendall, [b"\na\r\n"]).start()
    assert stream.read(10) == b"1\r\na\r\n"
    far.shutdown(socket.SHUT_WR)
    assert stream.read(10) == b""


def test_the_end_is_met_after_what_came_before_it(pair: Pair) -> None:
    stream, far = pair
    far.sendall(b"last words")
    far.shutdown(socket.SHUT_WR)
    assert stream.read(10) == b"last words"
    assert stream.read(10) == b""


def test_one_read_has_a_bound(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    stream, far = pair
    monkeypatch.setattr(paced, "_PIECE", 4)
    monkeypatch.setattr(paced, "_MOST_AT_ONCE", 8)
    far.sendall(b"123456789")
    assert stream.read(10) == b"12345678"
    assert stream.read(10) == b"9"


class _Resets(socket.socket):
    """A socket on which the first bytes come and then the connection breaks."""

    reads = 0

    def recv(self, size: int, flags: int = 0) -> bytes:
        self.reads += 1
        if self.reads > 1:
            raise ConnectionResetError
        return b"first"


def test_a_break_is_met_after_what_came_before_it(line: Line) -> None:
    with _Resets() as sock:
        stream = PacedStream(sock)
        assert stream.read(10) == b"first"
        with pytest.raises(ConnectionResetError):
            stream.read(10)


def test_a_silent_server_runs_into_the_limit(pair: Pair, line: Line) -> None:
    line.first_byte = 0.05
    line.sent(to_proxy=False)
    with pytest.raises(TimeoutError):
        pair[0].read(10)


def test_a_cut_line_sends_nothing(pair: Pair, line: Line) -> None:
    stream, far = pair
    line.cut()
    with pytest.raises(Cut):
        stream.write(b"secret")
    far.setblocking(False)
    with pytest.raises(BlockingIOError):
        far.recv(1)


def test_a_cut_while_sending_is_a_cut(pair: Pair, line: Line) -> None:
    stream, _ = pair
    threading.Timer(0.1, line.cut).start()
    with pytest.raises(Cut):
        stream.write(b"x" * 50_000_000)


def test_a_server_that_closes_while_we_send_is_heard_out(pair: Pair, line: Line) -> None:
    stream, far = pair
    far.close()
    with pytest.raises(httpcore.WriteError):
        stream.write(b"x" * 1_000_000)
    assert line.phase is Phase.WAITING  # it was reached


@pytest.mark.parametrize(
    ("sent", "phase"),
    [
        (b"CONNECT a:443 HTTP/1.1\r\n", Phase.CONNECTING),
        (b"\x05\x01\x00", Phase.CONNECTING),
        (b"POST / HTTP/1.1\r\n", Phase.WAITING),
    ],
)
def test_talk_with_a_proxy_is_still_connecting(
    pair: Pair, line: Line, sent: bytes, phase: Phase
) -> None:
    pair[0].write(sent)
    assert line.phase is phase


def test_a_second_user_of_a_connection_knows_that_it_is_one(pair: Pair, line: Line) -> None:
    stream, _ = pair
    stream.write(b"one")
    stream.write(b"two")
    assert not line.reused
    other = Line(frame=0.1, first_byte=5.0, silence=5.0)
    use_line(other)
    stream.write(b"three")
    assert other.reused


def test_a_connection_from_before_the_computer_slept_is_not_used(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream, far = pair
    later = time.time() + 3600
    monkeypatch.setattr(time, "time", lambda: later)
    with pytest.raises(StaleConnection):
        stream.write(b"one")
    far.setblocking(False)
    with pytest.raises(BlockingIOError):
        far.recv(1)


def test_what_httpcore_asks_is_answered(pair: Pair) -> None:
    stream, far = pair
    assert stream.get_extra_info("is_readable") is False
    far.sendall(b"x")
    assert stream.get_extra_info("is_readable") is True
    assert stream.get_extra_info("ssl_object") is None
    assert stream.get_extra_info("client_addr") is None
    stream.close()
    assert stream.get_extra_info("is_readable") is True


def test_closing_lets_the_line_go(pair: Pair, line: Line) -> None:
    stream, _ = pair
    stream.write(b"x")
    stream.close()
    assert line._socket is None


def test_the_backend_connects(line: Line) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        PacedBackend().connect_tcp("127.0.0.1", listener.getsockname()[1]).close()


class _Lost(socket.socket):
    """A connection whose other side the system has given up."""

    def send(self, data: object, flags: int = 0) -> int:
        raise TimeoutError(errno.ETIMEDOUT, "no receipt")


def test_who_takes_nothing_is_told_from_who_is_lost(
    pair: Pair, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paced, "SEND_LIMIT", 0.1)
    with pytest.raises(NotTaken):
        pair[0].write(b"x" * 50_000_000)
    with _Lost() as sock, pytest.raises(TimeoutError) as lost:
        PacedStream(sock).write(b"x")
    assert lost.value.errno == errno.ETIMEDOUT
