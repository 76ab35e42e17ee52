"""Measures how much memory the window's process holds while nothing happens."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.measured import Measured
from tests.bench.surroundings import ROOT, surroundings

MOST = 120.0  # MB, of a million bytes
IDLE_SECONDS = 8.0


def measure() -> list[Measured]:
    """Compare the proportional set size with that of a bare window."""
    with tempfile.TemporaryDirectory(prefix="hfchat-bench-") as folder:
        environment = surroundings(Path(folder))
        bare = _megabytes_of("tests.bench.bare_window", environment)
        ours = _megabytes_of("hfchat_gui", environment)
    return [
        Measured(
            "memory of the window's process, idle",
            f"{ours:.0f} MB",
            reference=f"{bare:.0f} MB (bare window)",
            figure=ours,
            form="{:.0f} MB",
            most=MOST,
        )
    ]


def _megabytes_of(module: str, environment: dict[str, str]) -> float:
    command = [sys.executable, "-P", "-m", module]
    with subprocess.Popen(command, cwd=ROOT, env=environment) as process:
        try:
            time.sleep(IDLE_SECONDS)
            if process.poll() is not None:
                raise RuntimeError(f"{module} ended by itself with {process.returncode}")
            return proportional_size(process.pid) / 1e6
        finally:
            process.terminate()


def proportional_size(pid: int) -> int:
    """The bytes a process holds, with what it shares divided among those that share it."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    found = re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)
    if not found:
        raise RuntimeError("the kernel does not tell the proportional set size")
    return int(found[1]) * 1024
