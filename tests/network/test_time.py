"""Tests for what time does to a request: comments alone, and a computer that sleeps."""

from __future__ import annotations

import gzip
import socket
import time
from collections.abc import Callable, Iterator

import pytest

from hfchat_gui.conversation.errors import Interrupted, TimedOut
from hfchat_gui.network import client as network_client
from hfchat_gui.network.client import HttpRequest
from hfchat_gui.network.line import Line, OnlySignsOfLife, Phase, use_line
from hfchat_gui.network.paced import PacedStream
from tests.helpers.answers import Hold, Pause, Step
from tests.helpers.clocks import Clocks
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.patience import SOON
from tests.helpers.running import Run
from tests.network.asking import client

COMMENT = b": ping\n\n"


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    return Clocks(monkeypatch)


async def words(
    request: HttpRequest, note: Callable[[bytes], None] = lambda _: None
) -> list[bytes]:
    """Everything in an answer that is no comment; `note` is told of each piece."""

    def decode(piece: bytes) -> list[bytes]:
        note(piece)
        return [piece] if piece.replace(COMMENT, b"") else []

    nothing: list[bytes] = []
    async with client(0.01) as http, http.open(request) as stream:
        batches = stream.batches(decode, lambda: nothing)
        return [piece async for batch in batches for piece in batch]


def comments(count: int) -> list[bytes | str | Step]:
    steps: list[bytes | str | Step] = []
    for _ in range(count):
        steps += [Pause(0.05), COMMENT]
    return steps


def test_comments_alone_end_a_reply_at_last(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.stream([b"text", *comments(200), Hold()]))
        request = HttpRequest("POST", server.url, {}, silence=5.0, without_content=0.4)
        before = time.monotonic()
        with pytest.raises(TimedOut, match="kept the connection alive for 0 seconds but sent no"):
            run(words(request))
        assert 0.3 < time.monotonic() - before < SOON


def test_megabytes_of_comments_in_a_few_kilobytes_end_a_reply(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network_client, "_MOST_WITHOUT_CONTENT", 3 * 1024**2)
    mebibyte = COMMENT * (1024**2 // len(COMMENT))
    for size, is_read in ((2, True), (5, False)):
        packed = gzip.compress(mebibyte * size + b"a" + mebibyte * size)
        with ScriptedServer() as server:
            kind, encoded = "text/event-stream", {"Content-Encoding": "gzip"}
            answer = Answer.of(packed, kind=kind, headers=encoded)
            server.on("POST", "/", answer)
            request = HttpRequest("POST", server.url, {})
            if is_read:
                assert b"a" in b"".join(run(words(request)))
            else:
                with pytest.raises(Interrupted, match=r"sent \d MB without a word of the reply"):
                    run(words(request))


def test_silence_after_comments_is_told_as_that(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.stream([COMMENT, Hold()]))
        request = HttpRequest("POST", server.url, {}, silence=5.0, without_content=0.3)
        with pytest.raises(TimedOut, match="kept the connection alive"):
            run(words(request))
        request = HttpRequest("POST", server.url, {}, silence=0.3, without_content=5.0)
        with pytest.raises(TimedOut, match="fell silent"):
            run(words(request))


def test_comments_reset_the_limit_of_silence_and_text_that_of_comments(
    run: Run, clocks: Clocks
) -> None:
    pauses = [Hold() for _ in range(12)]
    waited_for = iter(pauses)

    def note(_: bytes) -> None:
        clocks.sleep(25, counted=True)
        next(waited_for).release()

    with ScriptedServer() as server:
        said = [COMMENT, COMMENT, COMMENT, b"text"] * 3  # 75 seconds of comments before each
        parts = [part for pair in zip(said, pauses, strict=True) for part in pair]
        server.on("POST", "/", Answer.stream(parts))
        request = HttpRequest("POST", server.url, {}, silence=60, without_content=100)
        assert b"".join(run(words(request, note))).replace(COMMENT, b"") == b"text" * 3
    assert clocks.asleep_monotonic == 300


# --- sleep ---------------------------------------------------------------------------------------


class Slept(socket.socket):
    """A socket whose first reads are slept through, as often as told; then a word comes."""

    clocks: Clocks
    counted = False
    times = 1
    reads = 0
    limit: float | None = None

    def settimeout(self, value: float | None, /) -> None:
        if value:
            self.limit = value

    def recv(self, size: int, flags: int = 0) -> bytes:
        self.reads += 1
        if self.reads <= self.times:
            self.clocks.sleep(3600, counted=self.counted)
            raise TimeoutError("timed out")
        if self.reads == self.times + 1:
            return b"word"
        raise BlockingIOError


@pytest.fixture
def sleeper(clocks: Clocks) -> Iterator[Slept]:
    with Slept() as sock:
        sock.clocks = clocks
        yield sock


@pytest.fixture
def line(clocks: Clocks) -> Line:
    made = Line(frame=0.0, first_byte=300.0, silence=90.0, without_content=600.0)
    use_line(made)
    return made


@pytest.mark.parametrize("counted", [False, True], ids=["clock stands still", "clock goes on"])
@pytest.mark.parametrize("phase", [Phase.WAITING, Phase.READING])
def test_a_computer_that_slept_gives_its_network_time_to_come_back(
    sleeper: Slept, line: Line, phase: Phase, counted: bool
) -> None:
    sleeper.counted = counted
    line.sent(to_proxy=False)
    line.begin_reading()
    line.phase = phase
    assert PacedStream(sleeper).read(10) == b"word"
    assert sleeper.limit is not None
    assert sleeper.limit >= 29
    assert line.begin_receive() is not None


def test_a_server_that_stays_away_after_that_is_given_up(sleeper: Slept, line: Line) -> None:
    sleeper.counted = True
    line.begin_reading()
    PacedStream(sleeper).read(10)
    sleeper.reads = sleeper.times = 0
    assert not line.slept_through(30.0, 30.1, 30.1)
    with pytest.raises(TimeoutError):
        line.give_up()


def test_without_a_limit_there_is_nothing_to_sleep_through(line: Line) -> None:
    assert not line.slept_through(None, 9999.0, 9999.0)
    assert line.slept_through(10.0, 10.0, 9999.0)  # nothing was sent yet


def test_reading_that_goes_on_too_long_without_content_is_given_up(
    line: Line, clocks: Clocks
) -> None:
    line.begin_reading()
    line.begin_reading()
    line.silence = None
    limit = line.begin_receive()
    assert limit is not None
    assert 590 < limit <= 600
    clocks.sleep(601, counted=True)
    with pytest.raises(OnlySignsOfLife):
        line.begin_receive()
    with pytest.raises(OnlySignsOfLife):
        line.give_up()
    line.note_content()
    assert line.begin_receive() is not None
