"""Runs pip on .venv with visible progress, and turns its failures into one sentence."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import threading
from pathlib import Path
from queue import Empty, SimpleQueue

import dev_turn
from dev_causes import explain
from dev_children import END_WITH_PARENT
from dev_places import PYTHON
from dev_say import Fault, Progress, megabytes

_POLL = 0.25
# Settings of a person's pip that would put packages elsewhere than into .venv.
_MISLEADING = ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_REQUIRE_HASHES", "PIP_NO_DEPS")
_SIZE = re.compile(
    r"^\s*(?:Downloading|Using cached) (\S+?)(?:\.metadata)? \(([\d.]+) (kB|MB|GB)\)"
)
_UNITS = {"kB": 1e3, "MB": 1e6, "GB": 1e9}


def pip(
    arguments: list[str], *, scratch: Path, what: str, packages: int = 1, python: Path = PYTHON
) -> None:
    """Run pip for that Python; `scratch` holds what it downloads, `what` names the work."""
    environment = {k: v for k, v in os.environ.items() if k not in _MISLEADING}
    environment |= {"TMPDIR": str(scratch), "TEMP": str(scratch), "TMP": str(scratch)}
    environment |= {"PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0", "LC_ALL": "C"}
    quiet = ["--progress-bar=off", "--no-input", "--disable-pip-version-check", "--retries=3"]
    process = subprocess.Popen(
        [*_command(python), *arguments, *quiet],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        preexec_fn=END_WITH_PARENT,
        pass_fds=dev_turn.held(),  # the turn lasts as long as pip, even if we are killed
    )
    try:
        output = _follow(process, scratch, what, packages)
    except BaseException:
        process.kill()
        raise
    finally:
        process.wait()
    if process.returncode:
        raise Fault(explain(output))


def runner() -> Path | None:
    """How the pip of the Python that runs us works on another environment; None if it cannot.

    It is what `pip --python` starts; started directly, there is no second process to end.
    """
    spec = importlib.util.find_spec("pip")
    path = Path(spec.origin).with_name("__pip-runner__.py") if spec and spec.origin else None
    return path if path and path.exists() else None


def _command(python: Path) -> list[str]:
    lent = runner()
    return [str(python), "-I", "-X", "utf8", *([str(lent)] if lent else ["-m", "pip"])]


def _follow(process: subprocess.Popen[str], scratch: Path, what: str, packages: int) -> str:
    """Read what pip prints until it ends, and show progress with a number."""
    lines: SimpleQueue[str | None] = SimpleQueue()
    threading.Thread(target=_read, args=(process, lines), daemon=True).start()
    progress = Progress()
    output: list[str] = []
    seen = _Seen(what, packages)
    while True:
        try:
            line = lines.get(timeout=_POLL)
        except Empty:
            progress.show(seen.text(_size_of(scratch)))
            continue
        if line is None:
            break
        output.append(line)
        seen.take(line)
        progress.show(seen.text(0))
    progress.clear()
    return "".join(output)


def _read(process: subprocess.Popen[str], lines: SimpleQueue[str | None]) -> None:
    if process.stdout:
        for line in process.stdout:
            lines.put(line)
    lines.put(None)


def _size_of(folder: Path) -> int:
    """The size of the wheel that is being downloaded into pip's own temporary folder."""
    sizes = []
    for base, _, names in os.walk(folder):
        for name in names:
            try:
                sizes.append((Path(base) / name).stat().st_size)
            except OSError:
                continue
    return max(sizes, default=0)


class _Seen:
    """How far pip has come, from the lines it printed."""

    def __init__(self, what: str, packages: int) -> None:
        self._what = what
        self._packages = packages
        self._collected = 0
        self._size = 0.0
        self._installing = False

    def take(self, line: str) -> None:
        if line.startswith("Collecting "):
            self._collected += 1
        elif line.startswith("Installing collected"):
            self._installing = True
        elif found := _SIZE.match(line):
            self._size = float(found[2]) * _UNITS[found[3]]

    def text(self, downloaded: float) -> str:
        if self._installing:
            return f"{self._what}: putting {self._collected} packages in place"
        text = self._what
        if self._packages > 1:
            text += f": {min(self._collected, self._packages)} of {self._packages}"
        if self._size > 5e6 and 0 < downloaded <= self._size * 1.1:
            share = min(downloaded / self._size, 1.0)
            text += f", {megabytes(downloaded)} of {megabytes(self._size)} ({share:.0%})"
        return text
