"""What a person does and sees in the window, step by step, over the accessibility bus."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.helpers.accessibility import Element, wait_for
from tests.helpers.desktop import Program

CHAT = "/v1/chat/completions"


def send(program: Program, text: str) -> None:
    """Type a message and press Send."""
    message = program.find("Message")
    message.set_text(text)
    program.find("Send").press()


def turn(program: Program, starts: str, timeout: float = 30) -> Element:
    """The last turn whose name begins so."""
    transcript = program.find("Transcript")

    def last() -> Element | None:
        return next(reversed(transcript.find_all(starts=starts)), None)

    return wait_for(last, timeout, f"no turn {starts!r}")


def until(true: Callable[[], object], seconds: float = 30) -> None:
    """Wait until this holds; what goes while it is looked at is looked at again."""
    wait_for(true, seconds, "it never came")


def kept_in(home: Path) -> bytes:
    """All that the files of chats below this folder hold by now."""
    return b"".join(file.read_bytes() for file in home.rglob("chats.sqlite3*"))


def assert_nothing_was_logged(home: Path) -> None:
    """No warning and no stray exception was written to the log.

    Qt warns of questions of a screen reader that it does not answer, and of those about what is
    gone; that is not ours.
    """
    lines = [line for log in home.rglob("hfchat.log") for line in log.read_text().splitlines()]
    quiet = ("AtSpiAdaptor", "Could not find accessible on path", "QAccessibleList::child: Invalid")
    stray = [line for line in lines if not any(words in line for words in quiet)]
    assert not stray, stray


def children_of(pid: int) -> list[int]:
    """The processes below this one."""
    told = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [int(line) for line in told.stdout.split()]


def is_alive(pid: int) -> bool:
    """Whether the process still runs (a zombie does not)."""
    told = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return bool(told.stdout.strip()) and not told.stdout.strip().startswith("Z")
