"""Starts the real program as a person would, and reads what it prints."""

from __future__ import annotations

import json
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


def with_short_answers(home: Path) -> dict[str, str]:
    """Make a home in which answers are short and always the same; return what chooses it.

    As it is usually drawn, an answer of the starter model may repeat itself until its context is
    full, which takes minutes.
    """
    file = home / "config" / "preferences.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"sampling": {"max_tokens": 24, "temperature": 0.0}}))
    return {"HFCHAT_HOME": str(home)}


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
