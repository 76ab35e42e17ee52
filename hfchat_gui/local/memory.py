"""How much memory the engine may still take, by the system and by the container it runs in."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from pathlib import Path

_ROOT = Path("/")


def available_memory(root: Path = _ROOT) -> int | None:
    """Return the bytes that are free or can be freed at once; None where the system does not say.

    On macOS it is all memory that there is: the system says no more to those who do not ask its
    kernel, and it makes room by compressing. `root` is where `/proc` and `/sys` are.
    """
    if sys.platform == "win32":
        return _windows_available()
    if sys.platform == "darwin":
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    room = [free for free in (_system_available(root), *_container_rooms(root)) if free is not None]
    return max(0, min(room)) if room else None


def _system_available(root: Path) -> int | None:
    for line in _text(root / "proc/meminfo").splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return None


def _container_rooms(root: Path) -> Iterator[int]:
    """Yield the room left in each control group that this process is in, up to the top one."""
    for line in _text(root / "proc/self/cgroup").splitlines():
        _, controllers, path = line.split(":", 2)
        if controllers == "":
            names = ("memory.max", "memory.current", "inactive_file")
            base = root / "sys/fs/cgroup"
        elif "memory" in controllers.split(","):
            names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
            base = root / "sys/fs/cgroup/memory"
        else:
            continue
        group = base / path.strip("/")
        # Inside a container the path may be that of the host: then only the top is there.
        for folder in (group, *group.parents):
            if (room := _room(folder, *names)) is not None:
                yield room
            if folder == base:
                break


def _room(folder: Path, limit_name: str, usage_name: str, reclaimable: str) -> int | None:
    limit, usage = _text(folder / limit_name).strip(), _text(folder / usage_name).strip()
    if not (limit.isdigit() and usage.isdigit()):
        return None
    stat = dict(line.split(None, 1) for line in _text(folder / "memory.stat").splitlines())
    return int(limit) - int(usage) + int(stat.get(reclaimable, 0))


def _text(path: Path) -> str:
    try:
        return path.read_text("ascii", "replace")
    except OSError:
        return ""


class _WindowsStatus(ctypes.Structure):
    """Windows' MEMORYSTATUSEX: two long words, then seven amounts of which the second is free."""

    _fields_ = (
        ("length", ctypes.c_ulong),
        ("load", ctypes.c_ulong),
        ("total", ctypes.c_ulonglong),
        ("available", ctypes.c_ulonglong),
        ("others", ctypes.c_ulonglong * 5),
    )


def _windows_available() -> int | None:
    status = _WindowsStatus(length=ctypes.sizeof(_WindowsStatus))
    kernel = vars(ctypes)["windll"].kernel32  # there on Windows only, so not by its name
    return int(status.available) if kernel.GlobalMemoryStatusEx(ctypes.byref(status)) else None
