"""Reads requirements.lock: the program, its tests, its packaging, and what is measured beside."""

from __future__ import annotations

import re

from dev_places import LOCK
from dev_say import Fault

RUNTIME = "runtime"
DEVELOPMENT = "development"
PACKAGE = "package"
BENCH = "bench"
DIVIDERS = {
    DEVELOPMENT: "# ---- development: what tests and checks add ----",
    PACKAGE: "# ---- package: what making a package adds to the program ----",
    BENCH: "# ---- bench: what measuring adds to tests and checks ----",
}


def part(name: str) -> str:
    """The requirements of one part, in pip's own format."""
    try:
        rest = LOCK.read_text("utf-8")
    except OSError as fault:
        raise Fault(f"{LOCK} is missing: restore it from git.") from fault
    parts = {}
    previous = RUNTIME
    for following, divider in DIVIDERS.items():
        parts[previous], found, rest = rest.partition(divider)
        if not found:
            raise Fault(f"{LOCK} has lost its part for {following}: restore it from git.")
        previous = following
    parts[previous] = rest
    return parts[name]


def count(requirements: str) -> int:
    """How many packages a part names; a few of them are for other systems."""
    return sum("==" in line for line in requirements.splitlines() if not line.startswith(" "))


def names(requirements: str) -> list[str]:
    """The packages that a part names, those for other systems too."""
    return re.findall(r"^([\w.-]+)==", requirements, re.MULTILINE)
