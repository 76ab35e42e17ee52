"""Starts the real program in the test's desktop session and drives it like a person would."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import pytest

from tests.helpers.accessibility import AccessibilityBus, Element
from tests.helpers.isolation import isolated_environment
from tests.helpers.session import IS_COMPLETE

_ROOT = Path(__file__).parents[2]
_PROGRAM = [sys.executable, "-P", "-m", "hfchat_gui"]
_GRAB = Path(__file__).with_name("screen_grab.py")

needs_desktop = pytest.mark.skipif(
    not IS_COMPLETE
    and not (os.environ.get("DISPLAY") and os.environ.get("DBUS_SESSION_BUS_ADDRESS")),
    reason="needs a display and a session bus: run by `dev.py test`",
)


class Program:
    """A running program with its window on the accessibility bus; use it as a context manager.

    By default it is HF Chat itself with `arguments`, in a home of its own, which is kept when
    a second one is started with the same `home`. Its two outputs are collected.
    """

    def __init__(
        self,
        *arguments: str,
        home: Path,
        environment: dict[str, str] | None = None,
        command: list[str] | None = None,
    ) -> None:
        self.environment = isolated_environment(home) | (environment or {})
        if not (environment and "QT_QPA_PLATFORM" in environment):
            self.environment["QT_QPA_PLATFORM"] = "xcb"
        self.environment["PYTHONPATH"] = str(_ROOT)
        self._output = (home / f"output-{time.monotonic_ns()}").open("w+")
        self.process = subprocess.Popen(
            [*(command or _PROGRAM), *arguments],
            env=self.environment,
            cwd=home,
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
        )
        self._bus = AccessibilityBus(self.environment)
        self._root: Element | None = None

    @property
    def root(self) -> Element:
        """The application, waited for until its window shows."""
        if self._root is None:
            self._root = self._bus.application(self.process.pid)
        return self._root

    def find(
        self,
        name: str | None = None,
        *,
        role: str | None = None,
        starts: str | None = None,
        timeout: float = 30.0,
    ) -> Element:
        """The first element in any window with this name, role or beginning, waited for."""
        return self.root.find(name, role=role, starts=starts, timeout=timeout)

    @property
    def output(self) -> str:
        """What it has printed so far, to either stream."""
        return Path(self._output.name).read_text("utf-8", "replace")

    def screenshot(self, to: Path) -> None:
        """Save what the whole screen shows as a PNG."""
        environment = self.environment | {"QT_QPA_PLATFORM": "xcb"}
        subprocess.run([sys.executable, str(_GRAB), str(to)], env=environment, check=True)

    def wait(self, timeout: float = 30.0) -> int:
        """Wait until it has ended and return its exit code."""
        return self.process.wait(timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        self._bus.__exit__()
        self._output.close()
