"""Starts the engine's child process, hears its reports and keeps its last words."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

import hfchat_gui
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.local.reports import Report, from_line

_PASSED_ON = frozenset(
    {
        *("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "LC_CTYPE", "VIRTUAL_ENV"),
        *("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
        *("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "TEMP", "TMP"),
        *("USERPROFILE", "APPDATA", "LOCALAPPDATA"),
    }
)
_LAST_WORDS = 60


def worker_command() -> list[str]:
    """Return the command that runs this program as the engine's child."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "engine-worker"]
    return [sys.executable, "-P", "-m", "hfchat_gui", "engine-worker"]


def worker_environment() -> dict[str, str]:
    """Return the environment of the child: a short list of what a program needs to run.

    What is not on the list does not pass, whatever it is called: tokens, keys, proxies, and the
    settings that llama.cpp would read.
    """
    passed = {name: value for name, value in os.environ.items() if name.upper() in _PASSED_ON}
    if not getattr(sys, "frozen", False):
        roots = [str(Path(hfchat_gui.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
        passed["PYTHONPATH"] = os.pathsep.join(filter(None, roots))
    return passed


class EngineChild:
    """One started child. `reports` ends with None when the child has ended.

    Make it on the main thread: Linux ends the child with the thread that started it.
    """

    def __init__(self, arguments: Sequence[str], command: Sequence[str]) -> None:
        self.key = Secret(secrets.token_urlsafe(32))
        self.port = 0
        self.reports: asyncio.Queue[Report | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._ended = asyncio.Event()
        self._last_words: deque[str] = deque(maxlen=_LAST_WORDS)
        self._process = _start([*command, *arguments])
        self._stdin = _pipe(self._process.stdin)
        self._threads = (
            self._thread(self._read_last_words, _pipe(self._process.stderr)),
            self._thread(self._read_reports, _pipe(self._process.stdout)),
        )
        self.send(self.key.reveal())

    @property
    def pid(self) -> int:
        """The child's process id."""
        return self._process.pid

    @property
    def ended(self) -> bool:
        """Whether the child has ended, for whatever reason."""
        return self._process.poll() is not None

    @property
    def exit_status(self) -> int | None:
        """The exit status, negative for a signal; None while it runs."""
        return self._process.poll()

    @property
    def last_words(self) -> tuple[str, ...]:
        """The last lines that llama.cpp printed; complete once the child has ended."""
        return tuple(self._last_words)

    def send(self, line: str) -> None:
        """Write a line to the child; a child that has ended does not hear it."""
        with contextlib.suppress(OSError, ValueError):
            self._stdin.write(line.encode("ascii") + b"\n")
            self._stdin.flush()

    async def wait(self, seconds: float) -> bool:
        """Wait for the child's end for so many seconds; say whether it has ended."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._ended.wait()
        return self._ended.is_set()

    async def aclose(self, patience: float = 0.3) -> None:
        """End the child: by closing its stdin, and by force after `patience` seconds."""
        with contextlib.suppress(OSError):
            self._stdin.close()
        try:
            await self.wait(patience)
        finally:
            if not self._ended.is_set():
                self._process.kill()
        await self._ended.wait()
        for thread in self._threads:
            thread.join()

    def _thread(self, read: Callable[[IO[bytes]], None], pipe: IO[bytes]) -> threading.Thread:
        thread = threading.Thread(target=read, args=(pipe,), daemon=True, name=read.__name__)
        thread.start()
        return thread

    def _read_last_words(self, pipe: IO[bytes]) -> None:
        with pipe:
            for line in iter(lambda: pipe.readline(2000), b""):
                self._last_words.append(line.decode("utf-8", "replace").rstrip()[:400])

    def _read_reports(self, pipe: IO[bytes]) -> None:
        try:
            with pipe:
                for line in pipe:
                    if (report := from_line(line)) is not None:
                        self._tell(self.reports.put_nowait, report)
        finally:  # or who waits for the end would wait for ever
            self._process.wait()
            self._threads[0].join()
            self._tell(self.reports.put_nowait, None)
            self._tell(self._ended.set)

    def _tell(self, call: Callable[..., None], *values: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens any more
            self._loop.call_soon_threadsafe(call, *values)


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(sys.executable).anchor,
        env=worker_environment(),
        start_new_session=True,  # Ctrl-C in a terminal is for the parent, which ends the child
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise RuntimeError("the child was started without pipes")
    return pipe
