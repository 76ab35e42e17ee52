"""Reads requirements.lock, one file in two parts: what the program needs, what its tests add."""

from __future__ import annotations

from dev_places import LOCK
from dev_say import Fault

RUNTIME = "runtime"
DEVELOPMENT = "development"
DIVIDER = "# ---- development: what tests and checks add ----"


def part(name: str) -> str:
    """The requirements of one part, in pip's own format."""
    try:
        text = LOCK.read_text("utf-8")
    except OSError as fault:
        raise Fault(f"{LOCK} is missing: restore it from git.") from fault
    runtime, divider, development = text.partition(DIVIDER)
    if not divider:
        raise Fault(f"{LOCK} has lost its second part: restore it from git.")
    return runtime if name == RUNTIME else development


def count(requirements: str) -> int:
    """How many packages a part names; a few of them are for other systems."""
    return sum("==" in line for line in requirements.splitlines() if not line.startswith(" "))
