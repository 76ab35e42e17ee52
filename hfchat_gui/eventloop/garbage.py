"""Collects cyclic garbage on Qt's thread alone.

Python collects on whichever thread happens to allocate. A reader thread that so destroys a Qt
object crashes the program ("Timers cannot be stopped from another thread", then a segmentation
fault: seen with a closed event loop).
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt, QTimer

SECONDS = 5.0
OBJECTS = 20_000
"""New objects that make a collection worth its milliseconds."""

FULL_EVERY = 12
"""Every how many looks the old objects are looked at too, if anything was collected."""


@contextmanager
def collected_here() -> Iterator[None]:
    """Let nothing be collected elsewhere while the block runs; collect from a slow timer here."""
    was_enabled = gc.isenabled()
    gc.disable()
    collector = _Collector()
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.VeryCoarseTimer)
    timer.timeout.connect(collector.look)
    timer.start(int(SECONDS * 1000))
    try:
        yield
    finally:
        timer.stop()
        if was_enabled:
            gc.enable()


class _Collector:
    """Looks at the counts, and collects where it is worth it."""

    def __init__(self) -> None:
        self._looks = 0
        self._due = False

    def look(self) -> None:
        self._looks += 1
        if gc.get_count()[0] >= OBJECTS:
            gc.collect(1)
            self._due = True
        if self._due and self._looks % FULL_EVERY == 0:
            gc.collect()
            self._due = False
