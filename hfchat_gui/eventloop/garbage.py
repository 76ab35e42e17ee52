"""Collects cyclic garbage on Qt's thread alone.

Python collects on whichever thread happens to allocate. A reader thread that so destroys a Qt
object crashes the program ("Timers cannot be stopped from another thread", then a segmentation
fault: seen with a closed event loop).
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt, QTimer

SECONDS = 5.0
OBJECTS = 20_000
"""New objects that make a collection worth its milliseconds."""

IDLE_SHARE = 0.02
"""Of this thread's time; below it nobody is typing, scrolling or being answered."""

LOOKS_AT_MOST = 60
"""How many looks a full collection waits for an idle moment; without one it is done anyway."""


@contextmanager
def collected_here() -> Iterator[None]:
    """Let nothing be collected elsewhere while the block runs; collect from a slow timer here."""
    was_enabled = gc.isenabled()
    gc.disable()
    gc.freeze()  # what is loaded so far stays: no collection looks at it
    collector = Collector()
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.VeryCoarseTimer)
    timer.timeout.connect(collector.look)
    timer.start(int(SECONDS * 1000))
    try:
        yield
    finally:
        timer.stop()
        # While nothing is collected yet: dropping a connection holds a lock of Qt's that the
        # destruction of a Qt object in the middle of it would wait for, for ever (seen).
        timer.timeout.disconnect(collector.look)
        del timer
        gc.unfreeze()
        if was_enabled:
            gc.enable()


class Collector:
    """Looks at the counts, and collects where it is worth it; call `look` every `SECONDS`.

    Young objects are collected at once, old ones when the thread is idle. After the first time
    what the warm-up loaded counts as there for good too: it is most of the work.
    """

    def __init__(self) -> None:
        self._used = time.thread_time()
        self._due = True  # the warm-up leaves much behind
        self._waited = 0
        self._frozen = False

    def look(self) -> None:
        """Collect what should be collected now."""
        used, self._used = self._used, time.thread_time()
        is_idle = self._used - used < SECONDS * IDLE_SHARE
        if gc.get_count()[0] >= OBJECTS:
            gc.collect(1)
            self._due = True
        if not self._due:
            return
        self._waited += 1
        if is_idle or self._waited >= LOOKS_AT_MOST:
            self._collect_all()

    def _collect_all(self) -> None:
        gc.collect()
        if not self._frozen:
            gc.freeze()
            self._frozen = True
        self._due, self._waited = False, 0
