"""The accessibility bus as tests use it: elements that are found, read, pressed and waited for."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeVar

_DRIVER = Path(__file__).with_name("accessibility_driver.py")
_PYTHON = "/usr/bin/python3"  # the system's own: python3-gi is made for it
_PATIENCE = 30.0
_POLL = 0.05
T = TypeVar("T")


class BusFault(Exception):
    """The element is gone, or the program does not answer."""


class AccessibilityBus:
    """One driver process; use it as a context manager."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._driver = subprocess.Popen(
            [_PYTHON, "-W", "ignore", str(_DRIVER)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._turn = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._driver.kill()
        self._driver.communicate()

    def call(self, name: str, *arguments: Any) -> Any:
        """Ask the driver; what fails there is raised here."""
        with self._turn:
            if self._driver.stdin is None or self._driver.stdout is None:
                raise BusFault("the driver has no pipes")
            request = json.dumps({"call": name, "arguments": arguments})
            self._driver.stdin.write(request + "\n")
            self._driver.stdin.flush()
            line = self._driver.stdout.readline()
        answer = json.loads(line) if line else {"fault": "the driver has ended"}
        if "fault" in answer:
            raise BusFault(answer["fault"])
        return answer["value"]

    def application(self, pid: int, timeout: float = _PATIENCE) -> Element:
        """The program of this process, once a window of it is on the screen and has the keyboard.

        One is on the bus before the window manager has put it where a click may meet it.
        """

        def shown() -> Element | None:
            for handle in self.call("applications", pid):
                application = Element(self, handle)
                if any("active" in window.states for window in application.children()):
                    return application
            return None

        return wait_for(shown, timeout, f"no active window of process {pid} on the bus")


@dataclass(frozen=True)
class Element:
    """Something a screen reader would find."""

    bus: AccessibilityBus
    handle: int

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self._info()["name"])

    @property
    def role(self) -> str:
        """What it is: `push button`, `text`, `list item` and so on."""
        return str(self._info()["role"])

    @property
    def states(self) -> set[str]:
        """How it is: `enabled`, `focused`, `showing`, `selected` and so on."""
        return set(self._info()["states"])

    @property
    def text(self) -> str:
        """Its text; its name if it has no text of its own."""
        text = self.bus.call("text", self.handle)
        return self.name if text is None else str(text)

    @property
    def place(self) -> tuple[int, int, int, int]:
        """Where it is on the screen: x, y, width, height."""
        x, y, width, height = self.bus.call("place", self.handle)
        return x, y, width, height

    def children(self) -> list[Element]:
        """The elements directly below."""
        return [Element(self.bus, handle) for handle in self.bus.call("children", self.handle)]

    def find_all(
        self, name: str | None = None, *, role: str | None = None, starts: str | None = None
    ) -> list[Element]:
        """Everything below with this name, role, or beginning of a name, in order."""
        handles = self.bus.call("find", self.handle, name, role, starts)
        return [Element(self.bus, handle) for handle in handles]

    def find(
        self,
        name: str | None = None,
        *,
        role: str | None = None,
        starts: str | None = None,
        timeout: float = _PATIENCE,
    ) -> Element:
        """The first such element, waited for."""

        def first() -> Element | None:
            return next(iter(self.find_all(name, role=role, starts=starts)), None)

        return wait_for(first, timeout, f"no element {name or starts or ''!r} {role or ''}")

    def press(self) -> None:
        """Press it, or do the one thing that it can do."""
        actions = self.bus.call("actions", self.handle)
        if not actions:
            raise BusFault("the element can do nothing, or is gone")
        self.bus.call("act", self.handle, "Press" if "Press" in actions else actions[0])

    def act(self, action: str) -> None:
        """Do one of its named actions: `Press`, `SetFocus`, `ShowMenu`, `Toggle` and so on."""
        self.bus.call("act", self.handle, action)

    def select(self, index: int) -> None:
        """Select one of its children."""
        self.bus.call("select", self.handle, index)

    def set_text(self, text: str) -> None:
        """Replace its text without the keyboard."""
        self.bus.call("set_text", self.handle, text)

    def focus(self) -> None:
        """Move the keyboard to it and wait until it is there; what is hidden is waited for."""

        def focused() -> bool:
            if {"focused", "visible"} <= self.states:
                return True
            if "visible" in self.states:
                self.bus.call("focus", self.handle)  # again where something has taken it since
            return {"focused", "visible"} <= self.states

        wait_for(focused, _PATIENCE, f"{self.name!r} takes no focus")

    def click(self) -> None:
        """Click its middle with the mouse."""
        x, y, width, height = self.place
        self.bus.call("click", x + width // 2, y + height // 2)

    def type(self, text: str) -> None:
        """Give it the keyboard, press the keys of this text, and wait until they have arrived."""
        self.focus()
        self.bus.call("type_text", text)
        is_hidden = self.role == "password text"
        self.wait_until(lambda it: len(it.text) >= len(text) if is_hidden else text in it.text)

    def key(self, keys: str) -> None:
        """Give it the keyboard and press `Return`, or `Shift+Return`, or `Control+n`.

        The key is on its way when this returns, and whatever is asked over the bus may overtake
        it: wait for what the key does before anything else than another key.
        """
        self.focus()
        self.bus.call("press_key", keys)

    def wait_until(self, true: Callable[[Element], object], timeout: float = _PATIENCE) -> None:
        """Wait until this holds of the element."""
        wait_for(lambda: true(self), timeout, lambda: f"still not so: {self.describe()}")

    def wait_until_gone(self) -> None:
        """Wait until it is out of sight, or is no more."""

        def gone() -> bool:
            try:
                return "showing" not in self.states
            except BusFault:
                return True

        wait_for(gone, _PATIENCE, "it is still there")

    def describe(self, depth: int = 0) -> str:
        """It and everything below it as an indented list, for messages."""
        info = self._info()
        line = "  " * depth + f"{info['role']} {info['name']!r}"
        return "\n".join([line, *(child.describe(depth + 1) for child in self.children())])

    def _info(self) -> Any:
        return self.bus.call("info", self.handle)


def wait_for(get: Callable[[], T | None], timeout: float, otherwise: str | Callable[[], str]) -> T:
    """Poll until there is something; elements that go meanwhile are looked for again."""
    deadline = time.monotonic() + timeout
    while True:
        try:
            if got := get():
                return got
            fault = ""
        except BusFault as gone:
            fault = f" ({gone})"
        if time.monotonic() > deadline:
            what = otherwise if isinstance(otherwise, str) else otherwise()
            raise TimeoutError(f"{what} within {timeout} s{fault}")
        time.sleep(_POLL)
