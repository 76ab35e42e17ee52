"""What all tests of the network need: Qt's leftovers are swept up in the main thread."""

from __future__ import annotations

import gc
import sys

import pytest


@pytest.fixture(autouse=True)
def _qt_garbage_is_collected_here() -> None:
    # A closed Qt loop is cyclic garbage with timers in it. Collected by chance in a reader
    # thread, it takes the process down (QObject::~QObject: Timers cannot be stopped from another
    # thread).
    if "qasync" in sys.modules:
        gc.collect()
