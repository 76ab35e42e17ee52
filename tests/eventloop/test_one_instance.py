"""A running window hears of a second start, and of nothing else."""

from __future__ import annotations

import asyncio
import socket
import sys
from pathlib import Path

import pytest

from hfchat_gui.conversation.handover import GIVEN, READ, Handover
from hfchat_gui.eventloop import one_instance
from hfchat_gui.eventloop.one_instance import OneInstance
from tests.helpers.guards import LogGuard
from tests.helpers.running import Run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sockets")


async def say(place: str, *lines: bytes) -> bytes:
    """Say these at the socket, hear the answer to each, and return all of it."""

    def talk() -> bytes:
        heard = b""
        with socket.socket(socket.AF_UNIX) as caller:
            caller.settimeout(5)
            caller.connect(place)
            for line in lines:
                caller.sendall(line)
                try:
                    heard += caller.recv(100)
                except ConnectionResetError:
                    return heard
        return heard

    return await asyncio.to_thread(talk)


def test_each_second_start_is_heard_once_and_told_so(qt_run: Run, tmp_path: Path) -> None:
    async def scenario() -> list[Handover]:
        heard: list[Handover] = []
        instance = OneInstance(heard.append)
        place = str(tmp_path / "socket")
        assert instance.listen(place)
        assert (tmp_path / "socket").stat().st_mode & 0o077 == 0
        long = Handover("é" * 300_000)
        answers = await asyncio.gather(
            say(place, Handover("one").as_line(), GIVEN), say(place, long.as_line(), GIVEN)
        )
        assert list(answers) == [READ, READ]
        instance.close()
        assert not (tmp_path / "socket").exists()
        return sorted(heard, key=lambda one: len(one.draft))

    one, other = qt_run(scenario())
    assert (one.draft, len(other.draft)) == ("one", 300_000)


def test_what_a_killed_program_left_is_taken_over(qt_run: Run, tmp_path: Path) -> None:
    place = str(tmp_path / "socket")
    with socket.socket(socket.AF_UNIX) as gone:
        gone.bind(place)

    async def scenario() -> bytes:
        instance = OneInstance(lambda _: None)
        assert instance.listen(place)
        answer = await say(place, Handover().as_line(), GIVEN)
        instance.close()
        return answer

    assert qt_run(scenario()) == READ


def test_a_caller_that_waits_no_longer_is_not_acted_for(qt_run: Run, tmp_path: Path) -> None:
    place = str(tmp_path / "socket")

    async def scenario() -> bytes:
        instance = OneInstance(lambda _: pytest.fail("the caller has helped itself by now"))
        assert instance.listen(place)
        answer = await say(place, Handover("one").as_line())
        await asyncio.sleep(0)
        instance.close()
        return answer

    assert qt_run(scenario()) == READ


def test_nonsense_and_endless_lines_are_not_answered(
    qt_run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log_guard: LogGuard
) -> None:
    log_guard.expect("could not be understood")
    monkeypatch.setattr(one_instance, "LONGEST", 1000)
    place = str(tmp_path / "socket")

    async def scenario() -> list[bytes]:
        instance = OneInstance(lambda _: pytest.fail("this is no second start"))
        assert instance.listen(place)
        answers = [await say(place, b"GET / HTTP/1.1\r\n"), await say(place, b"x" * 1001)]
        instance.close()
        return answers

    assert qt_run(scenario()) == [b"", b""]


def test_a_caller_that_says_nothing_is_let_go(
    qt_run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_instance, "PATIENCE_MS", 50)
    place = str(tmp_path / "socket")

    async def scenario() -> bytes:
        instance = OneInstance(lambda _: None)
        assert instance.listen(place)
        answer = await say(place, b'{"draft"')
        instance.close()
        return answer

    assert qt_run(scenario()) == b""


def test_a_place_that_cannot_be_had_is_a_line_in_the_log(
    qt_run: Run, tmp_path: Path, log_guard: LogGuard
) -> None:
    log_guard.expect("no second start can be met")

    async def scenario() -> bool:
        return OneInstance(lambda _: None).listen(str(tmp_path / "no folder" / "socket"))

    assert qt_run(scenario()) is False
