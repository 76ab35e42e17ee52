"""Runs a command under strace and reads what it did to files and sockets, in order."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.helpers.session import IS_COMPLETE

needs_strace = pytest.mark.skipif(
    not IS_COMPLETE and not shutil.which("strace"), reason="needs strace"
)

_CALLS = "fsync,fdatasync,connect,sendto,sendmsg,write,writev,pwrite64,openat,execve"
_LINE = re.compile(
    r"(?P<pid>\d+) +(?P<at>\d+\.\d+) (?P<name>\w+)\((?:(?P<fd>\d+)<(?P<path>(?:->|[^>])*)>)?"
    r"(?P<rest>.*?)\)? += (?P<result>-?\d+|\?).*?(?:<(?P<took>\d+\.\d+)>)?$"
)
_STARTED = re.compile(r"(?P<pid>\d+) .* <unfinished \.\.\.>$")
_RESUMED = re.compile(r"(?P<pid>\d+) +\d+\.\d+ <\.\.\. \w+ resumed>(?P<rest>.*)$")


@dataclass(frozen=True)
class Event:
    """One system call; a sync is on the disk when it has ended, a byte may leave as it begins."""

    pid: int
    began: float
    ended: float
    name: str
    path: str  # of its first argument: a file's path, or `TCP:[from->to]` of a socket
    arguments: str
    result: int


def trace(
    command: Sequence[str], log: Path, *, environment: dict[str, str] | None = None
) -> tuple[list[Event], subprocess.CompletedProcess[str]]:
    """Run a command to its end and return its calls, and its result."""
    done = subprocess.run(
        [*tracer(log), *command], env=environment, capture_output=True, text=True, check=False
    )
    return read_events(log), done


def tracer(log: Path) -> list[str]:
    """What to put before a command that shall write its calls to this log."""
    asked = ["-f", "-ttt", "-T", "-yy", "-s", "8192", "-e", f"trace={_CALLS}"]
    return ["strace", *asked, "-o", str(log)]


def read_events(log: Path) -> list[Event]:
    """The calls that have ended so far, in the order in which they ended."""
    events: list[Event] = []
    started: dict[str, str] = {}
    for line in log.read_text("utf-8", "replace").splitlines():
        if begun := _STARTED.match(line):
            started[begun["pid"]] = line.removesuffix(" <unfinished ...>")
            continue
        if resumed := _RESUMED.match(line):
            line = started.pop(resumed["pid"], "") + resumed["rest"]  # noqa: PLW2901
        if found := _LINE.match(line):
            events.append(_event(found))
    return events


def _event(found: re.Match[str]) -> Event:
    began = float(found["at"])
    return Event(
        pid=int(found["pid"]),
        began=began,
        ended=began + float(found["took"] or 0),
        name=found["name"],
        path=found["path"] or "",
        arguments=found["rest"],
        result=0 if found["result"] == "?" else int(found["result"]),
    )
