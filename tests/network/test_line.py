"""Tests for ending a request from another thread."""

from __future__ import annotations

import errno
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future

import pytest

from hfchat_gui.network import line as line_module
from hfchat_gui.network.line import CONNECT_LIMIT, RECEIPT_LIMIT, Cut, Line, Phase, Unfinished
from tests.helpers.patience import SOON


@pytest.fixture
def line() -> Line:
    return Line(frame=0.05, first_byte=30.0, silence=9.0)


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    near, far = socket.socketpair()
    with near, far:
        yield near, far


def test_a_cut_line_holds_no_new_socket(line: Line, ends: tuple[socket.socket, ...]) -> None:
    line.cut()
    assert line.is_cut
    with pytest.raises(Cut):
        line.attach(ends[0])
    with pytest.raises(Cut):
        line.begin_receive()
    with pytest.raises(Cut):
        line.pause_until(0.0)


def test_cutting_shows_the_other_end_a_close(line: Line, ends: tuple[socket.socket, ...]) -> None:
    near, far = ends
    line.attach(near)
    line.cut()
    far.settimeout(1)
    assert far.recv(1) == b""


def test_a_socket_that_was_let_go_stays_open(line: Line, ends: tuple[socket.socket, ...]) -> None:
    near, far = ends
    line.attach(near)
    line.detach()
    line.cut()
    near.sendall(b"x")
    assert far.recv(1) == b"x"


def test_a_failure_closes_the_socket_that_is_held(
    line: Line, ends: tuple[socket.socket, ...]
) -> None:
    with pytest.raises(KeyError), line.closing_on_failure():
        raise KeyError
    line.attach(ends[0])
    with pytest.raises(KeyError), line.closing_on_failure():
        raise KeyError
    assert ends[0].fileno() == -1


def test_cutting_a_closed_socket_is_no_error(line: Line, ends: tuple[socket.socket, ...]) -> None:
    line.attach(ends[0])
    ends[0].close()
    line.cut()


def test_a_pause_ends_when_the_line_is_cut(line: Line) -> None:
    threading.Timer(0.05, line.cut).start()
    before = time.monotonic()
    with pytest.raises(Cut):
        line.pause_until(before + 10)
    assert time.monotonic() - before < SOON


def test_letting_go_of_a_blocked_read_hangs_up(line: Line, ends: tuple[socket.socket, ...]) -> None:
    line.attach(ends[0])
    line.begin_receive()
    line.let_go()
    assert line.is_cut
    with pytest.raises(Cut):
        line.end_receive()


def test_letting_go_between_reads_gives_a_moment(line: Line) -> None:
    line.let_go()
    assert not line.is_cut
    line.pause_until(time.monotonic() + 10)
    limit = line.begin_receive()
    assert limit is not None
    assert 0 < limit <= 0.25


def test_reading_ends_at_a_set_moment_whatever_still_comes(line: Line) -> None:
    line.phase = Phase.READING
    line.end_within(5)
    limit = line.begin_receive()
    assert limit is not None
    assert 0 < limit <= 5
    line.silence = None
    assert line.begin_receive() is not None
    line.end_within(0)
    with pytest.raises(Unfinished):
        line.begin_receive()
    with pytest.raises(Unfinished):
        line.give_up()


def test_cutting_ends_the_wait_for_another_thread(line: Line) -> None:
    done: Future[int] = Future()
    done.set_result(1)
    assert line.result_of(done, 1) == 1
    with pytest.raises(TimeoutError):
        line.result_of(Future(), 0.01)
    threading.Timer(0.05, line.cut).start()
    with pytest.raises(Cut):
        line.result_of(Future(), 30)
    with pytest.raises(Cut):
        line.result_of(done, 1)


def test_each_phase_has_its_limit(line: Line) -> None:
    assert line.begin_receive() == CONNECT_LIMIT
    line.phase = Phase.WAITING
    assert line.begin_receive() == 30.0
    line.sent(to_proxy=True)
    limit = line.begin_receive()
    assert limit is not None
    assert CONNECT_LIMIT - 1 < limit <= CONNECT_LIMIT
    line.sent(to_proxy=False)
    limit = line.begin_receive()
    assert limit is not None
    assert 29 < limit <= 30
    line.phase = Phase.READING
    assert line.begin_receive() == 9.0


def test_sleep_does_not_count_against_the_time_for_a_whole_answer(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.end_within(20.0)
    later = time.monotonic() + 3600
    monkeypatch.setattr(line_module, "monotonic", lambda: later)
    with pytest.raises(Unfinished):
        line.begin_receive()
    assert line.slept_through(10.0, 3610.0, 3610.0)
    assert line.begin_receive() is not None


def test_no_limit_is_no_limit() -> None:
    line = Line(frame=0.05, first_byte=None, silence=None)
    line.sent(to_proxy=False)
    assert line.begin_receive() is None
    line.phase = Phase.READING
    assert line.begin_receive() is None


BROKEN = ConnectionResetError()


def test_a_request_is_sent_again_only_where_an_idle_connection_broke_at_once(line: Line) -> None:
    assert not line.may_resend(BROKEN)
    line.reused = True
    assert line.may_resend(BROKEN)
    line.sent(to_proxy=False)
    assert line.may_resend(BROKEN)
    line.received = True
    assert not line.may_resend(BROKEN)
    line.start_over()
    line.reused = True
    line._sent_at = time.monotonic() - 2
    assert not line.may_resend(BROKEN)
    line.start_over()
    line.reused = True
    line.cut()
    assert not line.may_resend(BROKEN)


def test_a_request_without_a_receipt_is_sent_again_and_a_slow_one_is_not(line: Line) -> None:
    line.reused = True
    line.sent(to_proxy=False)
    assert line.may_resend(TimeoutError(errno.ETIMEDOUT, "no receipt"))
    assert not line.may_resend(TimeoutError("a limit of ours"))
    line._sent_at = time.monotonic() - RECEIPT_LIMIT - 2
    assert not line.may_resend(TimeoutError(errno.ETIMEDOUT, "receipt, and then nothing"))
