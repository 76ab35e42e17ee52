"""How many threads the engine should use, by the real cores that this process may run on."""

from __future__ import annotations

import os
from pathlib import Path

_CPUS = Path("/sys/devices/system/cpu")
_MOST = 16


def usable_cores(cpus: Path = _CPUS, allowed: frozenset[int] | None = None) -> int:
    """Return the number of physical cores among the allowed processors, at least 1, at most 16.

    Two threads of one core only get in each other's way when weights are multiplied.
    """
    if allowed is None:
        allowed = _allowed()
    cores = {_siblings(cpus / f"cpu{number}") or str(number) for number in allowed}
    return min(_MOST, max(1, len(cores)))


def writing_threads(cores: int) -> int:
    """Return how many threads should write tokens on so many cores: one is left for the rest.

    llama.cpp's threads wait for each other hundreds of times a token, by spinning. Where another
    program, such as our window, takes a core for a moment, all of them stand still: on two busy
    cores two threads wrote 4 to 11 tokens a second and one thread 26 to 39; idle, 67 and 52.
    """
    return max(1, cores - 1)


def _allowed() -> frozenset[int]:
    if hasattr(os, "sched_getaffinity"):
        return frozenset(os.sched_getaffinity(0))
    return frozenset(range(os.cpu_count() or 1))


def _siblings(cpu: Path) -> str:
    try:
        return (cpu / "topology/core_cpus_list").read_text("ascii").strip()
    except OSError:
        return ""
