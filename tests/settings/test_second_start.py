"""A second start finds the window, nobody, or something that keeps silent."""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from hfchat_gui.conversation.handover import GIVEN, READ, Handover
from hfchat_gui.settings import second_start
from hfchat_gui.settings.second_start import Met, meet

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sockets")


@pytest.fixture
def place(tmp_path: Path) -> str:
    """A socket's path in a private folder."""
    folder = tmp_path / "private"
    folder.mkdir(mode=0o700)
    return str(folder / "socket")


@pytest.fixture
def listening(place: str) -> Iterator[socket.socket]:
    """A socket at that path."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(place)
        server.listen()
        yield server


def answering(server: socket.socket, answer: bytes) -> tuple[threading.Thread, list[bytes]]:
    """Take one line and say this."""
    heard: list[bytes] = []

    def take() -> None:
        caller, _ = server.accept()
        with caller, caller.makefile("rb") as lines:
            heard.append(lines.readline())
            caller.sendall(answer)
            heard.append(lines.readline())

    thread = threading.Thread(target=take)
    thread.start()
    return thread, heard


def test_a_window_that_answers_has_taken_the_wishes(place: str, listening: socket.socket) -> None:
    thread, heard = answering(listening, READ)
    assert meet(place, Handover("Hi")) is Met.WINDOW
    thread.join()
    assert Handover.from_line(heard[0]) == Handover("Hi")
    assert heard[1] == GIVEN


def test_where_nobody_listens_nobody_is_met(place: str) -> None:
    assert meet(place, Handover()) is Met.NOBODY
    with socket.socket(socket.AF_UNIX) as gone:
        gone.bind(place)  # and dies without removing its socket
    assert meet(place, Handover()) is Met.NOBODY


def test_a_place_that_others_can_reach_is_not_even_asked(
    place: str, listening: socket.socket
) -> None:
    Path(place).parent.chmod(0o755)
    assert meet(place, Handover("secret thoughts")) is Met.NOBODY


def test_something_else_that_answers_is_no_window(place: str, listening: socket.socket) -> None:
    thread, _ = answering(listening, b"HTTP/1.1 400\r\n")
    assert meet(place, Handover()) is Met.SILENCE
    thread.join()


def test_a_full_queue_is_waited_for(place: str) -> None:
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as other:
        server.bind(place)
        server.listen(0)
        other.connect(place)  # and now nobody else can, until this one is let in
        heard: list[bytes] = []

        def let_in() -> None:
            server.accept()[0].close()
            caller, _ = server.accept()
            with caller, caller.makefile("rb") as lines:
                lines.readline()
                caller.sendall(READ)
                heard.append(lines.readline())

        letting = threading.Timer(0.2, let_in)
        letting.start()
        assert meet(place, Handover()) is Met.WINDOW
        letting.join()
    assert heard == [GIVEN]


def test_a_window_that_hangs_is_not_waited_for(
    place: str, listening: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(second_start, "PATIENCE", 0.2)
    assert meet(place, Handover()) is Met.SILENCE
