"""Measures how long a window that is ended while a reply is written takes to go, engine and all."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.measured import Measured
from tests.bench.surroundings import ROOT, surroundings
from tests.bench.wire_server import wire_server
from tests.endtoend.steps import children_of, is_alive

RUNS = 5
MOST_MS = 1000.0

_STORY = "Write a long story about a river."
_PATIENCE = 60.0


def measure() -> list[Measured]:
    """The longest of a few ends: of a reply from a server, and from the model on this computer."""
    with wire_server() as server:
        streamed = [_milliseconds("--endpoint", f"{server}/pace/50/100000") for _ in range(RUNS)]
    embedded = [_milliseconds() for _ in range(RUNS)]
    return [
        Measured(
            f"end in mid-reply, {of}",
            f"{max(taken):.0f} ms",
            reference=f"longest of {RUNS}",
            figure=max(taken),
            form="{:.0f} ms",
            most=MOST_MS,
        )
        for of, taken in (("a server", streamed), ("this computer", embedded))
    ]


def _milliseconds(*arguments: str) -> float:
    with tempfile.TemporaryDirectory(prefix="hfchat-bench-") as folder:
        environment = surroundings(Path(folder)) | {"QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, "-P", "-m", "hfchat_gui", "--prompt", _STORY, *arguments]
        with subprocess.Popen(command, cwd=ROOT, env=environment) as window:
            try:
                _until_written(Path(folder), window)
                engines = children_of(window.pid)
                began = time.monotonic()
                window.terminate()
                window.wait(_PATIENCE)
                while any(is_alive(engine) for engine in engines):
                    time.sleep(0.001)
                return 1000 * (time.monotonic() - began)
            finally:
                window.kill()


def _until_written(folder: Path, window: subprocess.Popen[bytes]) -> None:
    """Wait until the reply's first words are kept."""
    deadline = time.monotonic() + _PATIENCE
    while not any(_has_words(file) for file in folder.rglob("chats.sqlite3")):
        if window.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"no reply was written; the window: {window.poll()}")
        time.sleep(0.05)


def _has_words(file: Path) -> bool:
    address = f"{file.as_uri()}?mode=ro"
    with (
        contextlib.closing(sqlite3.connect(address, uri=True)) as database,
        contextlib.suppress(sqlite3.OperationalError),  # its tables are being made
    ):
        return bool(database.execute("SELECT count(*) FROM journal").fetchone()[0])
    return False
