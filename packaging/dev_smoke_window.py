"""Types into the installed program's window through the accessibility bus, and counts what runs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from dev_debian_root import DebianRoot, Running
from dev_say import Fault

if TYPE_CHECKING:
    from dev_smoke import Trial

    from tests.helpers.accessibility import Element

_PATIENCE = 100.0  # a busy machine with two cores writes a few words a second
_POLL = 0.1


def try_typed_chat(root: DebianRoot, trial: Trial, environment: dict[str, str]) -> None:
    """Ask by the keyboard, read the answer off the window, quit by the keyboard."""
    from dev_smoke import for_inside

    from tests.helpers.accessibility import AccessibilityBus

    started = root.start("hfchat", environment=for_inside(environment))
    try:
        with AccessibilityBus(environment) as bus:
            program = _wait_for_program(started)
            application = bus.application(program)
            try:
                problems = _chat(application, program)
            except TimeoutError as late:
                trial.log.append(application.describe())
                problems = [f"is not answered: {late}"]
                started.process.kill()
    except (Fault, TimeoutError) as late:
        problems = [f"cannot be asked: {late}"]
        started.process.kill()
    trial.note("a question typed into the window", problems)
    trial.judge("the window's end", started.wait(10), prints="")


def _chat(application: Element, program: int) -> list[str]:
    message = application.find("Message")
    message.type("What is the capital of France?")
    message.key("Return")
    reply = application.find(starts="SmolLM2-135M-Instruct:", timeout=_PATIENCE)
    application.find("Send", timeout=_PATIENCE)
    reply.wait_until(lambda element: len(element.text) > 10)
    problems = _counted(application, program)
    message.key("Control+q")
    return problems


def _counted(application: Element, program: int) -> list[str]:
    """One window and one engine: a frozen child that started the window again would be seen."""
    windows = [child.name for child in application.children()]
    children = [_words(pid) for pid in _below(program)]
    problems = [] if len(windows) == 1 else [f"shows the windows {windows}"]
    if [words[1:2] for words in children] != [["engine-worker"]]:
        problems.append(f"has the children {children}")
    return problems


def _wait_for_program(started: Running) -> int:
    """The process of the window, as it is numbered outside."""
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        if started.process.poll() is not None:
            raise Fault("the program ended at once")
        for pid in _below(started.process.pid):
            words = _words(pid)
            if words and words[0].endswith("hfchat"):
                return pid
        time.sleep(_POLL)
    raise Fault("the program did not start")


def _below(pid: int) -> Iterator[int]:
    """All processes below this one."""
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            yield int(child)
            yield from _below(int(child))


def _words(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")[:-1]
    except OSError:
        return []
