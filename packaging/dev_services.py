"""Starts background programs for the tests and ends them with all that they started."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

from dev_children import END_WITH_PARENT, adopt_orphans
from dev_say import Fault

_PATIENCE = 20.0
_POLL = 0.05


class Services:
    """Programs that live as long as a `with` block; Linux only."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        adopt_orphans()
        return self

    def __exit__(self, *_: object) -> None:
        for process in reversed(self._processes):
            process.terminate()
        _end_children(_PATIENCE / 4)

    def start(self, *command: str, said: bytes = b"", fd: int | None = None) -> None:
        """Start a program; `said` is all it reads from its standard input."""
        try:
            process = subprocess.Popen(
                command,
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=() if fd is None else (fd,),
                start_new_session=True,  # the terminal's Ctrl-C is not for them
                preexec_fn=END_WITH_PARENT,
            )
        except FileNotFoundError as fault:
            raise Fault(f"The tests need {command[0]}, which is not installed.") from fault
        self._processes.append(process)
        if process.stdin:
            process.stdin.write(said)
            process.stdin.close()

    def start_and_read(self, *command: str) -> str:
        """Start a program that writes its address to the file descriptor put for `{fd}`."""
        reading, writing = os.pipe()
        with os.fdopen(reading) as address:
            try:
                self.start(*(part.format(fd=writing) for part in command), fd=writing)
            finally:
                os.close(writing)
            line = address.readline().strip()
        if not line:
            raise Fault(f"{command[0]} did not start: run it by hand to see why.")
        return line

    def wait_for_name(self, name: str) -> None:
        """Wait until a program owns this name on the session bus."""
        deadline = time.monotonic() + _PATIENCE
        bus = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.NameHasOwner")
        while "true" not in self.call(*bus, f"string:{name}"):
            if time.monotonic() > deadline:
                raise Fault(f"No program came to own {name} on the session bus.")
            time.sleep(_POLL)

    def call(self, service: str, path: str, method: str, *arguments: str) -> str:
        """Call a method on the session bus and return the answer as text."""
        done = subprocess.run(
            [
                "dbus-send",
                "--session",
                "--print-reply",
                f"--dest={service}",
                path,
                method,
                *arguments,
            ],
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise Fault(f"The session bus does not answer: {done.stderr.strip()}")
        return done.stdout


def _end_children(patience: float) -> None:
    """Ask every child and what it leaves behind to end, and after a while do not ask."""
    deadline = time.monotonic() + patience
    while children := _children():
        late = time.monotonic() > deadline
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL if late else signal.SIGTERM)
        time.sleep(_POLL)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def _children() -> list[int]:
    me = os.getpid()
    text = Path(f"/proc/{me}/task/{me}/children")
    if text.exists():
        return [int(child) for child in text.read_text().split()]
    return []
