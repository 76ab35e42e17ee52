"""Starts the real program as a person would, and reads what it prints."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
STARTER_MODEL = CHECKOUT / "resources" / "models" / "SmolLM2-135M-Instruct.Q4_1.gguf"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run of the program ended."""

    code: int
    stdout: str
    stderr: str


def command(*words: str | Path) -> list[str]:
    """Return the command line that starts the program with `words`."""
    return [sys.executable, "-m", "hfchat_gui", *map(str, words)]


def surroundings(**changes: str) -> Mapping[str, str]:
    """Return this test's environment with our package found from anywhere, and `changes`."""
    return os.environ | {"PYTHONPATH": str(CHECKOUT), "PYTHONWARNINGS": "error"} | changes


def ask(*words: str | Path, stdin: str = "", timeout: float = 120, **changes: str) -> Outcome:
    """Run `hfchat ask` with `words` to its end."""
    run = subprocess.run(
        command("ask", *words),
        input=stdin,
        env=surroundings(**changes),
        capture_output=True,
        encoding="utf-8",
        timeout=timeout,
        check=False,
    )
    return Outcome(run.returncode, run.stdout, run.stderr)
