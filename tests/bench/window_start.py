"""Measures the time from the start of the process until the composer takes a key."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.bench.measured import Measured
from tests.bench.surroundings import ROOT, surroundings

RUNS = 9
MOST = 3.0

_KEYED = Path(__file__).with_name("until_key.py")
_OURS = "hfchat_gui"
_BARE = "tests.bench.bare_window"


def measure() -> list[Measured]:
    """Compare with a window of PySide6 that holds a text field and nothing else."""
    with tempfile.TemporaryDirectory(prefix="hfchat-bench-") as folder:
        environment = surroundings(Path(folder))
        seconds: dict[str, list[float]] = {_OURS: [], _BARE: []}
        for run in range(RUNS + 1):
            for module, taken in seconds.items():
                second = _one(module, environment)
                if run:  # the first one compiles, and makes the folders and the database
                    taken.append(second)
    ours, bare = median(seconds[_OURS]), median(seconds[_BARE])
    return [
        Measured(
            "start to usable composer",
            f"{ours * 1000:.0f} ms",
            reference=f"{bare * 1000:.0f} ms (bare window)",
            figure=ours / bare,
            form="{:.2f} ×",
            most=MOST,
        )
    ]


def _one(module: str, environment: dict[str, str]) -> float:
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-P", str(_KEYED), module],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{module} did not come to take a key: {done.stderr[-2000:]}")
    return float(done.stdout.split()[-1]) - began
