"""What all tests of the network need: Qt's leftovers are swept up in the main thread."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator

import pytest

from tests.helpers.running import Run

# A closed Qt loop is cyclic garbage with timers in it. Collected by chance in a reader thread, it
# takes the process down (QObject::~QObject: Timers cannot be stopped from another thread).


@pytest.fixture(autouse=True, scope="module")
def _no_qt_garbage_from_before() -> None:
    if "qasync" in sys.modules:
        gc.collect()


@pytest.fixture(autouse=True)
def _no_qt_garbage_left(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "qt_run" in request.node.name:
        gc.collect()


@pytest.fixture(params=["run", "qt_run"])
def any_loop(request: pytest.FixtureRequest) -> Run:
    """Plain asyncio, and Qt's loop unless the run is one of the core alone."""
    if request.param == "qt_run" and not request.config.pluginmanager.has_plugin("pytest-qt"):
        pytest.skip("this run leaves Qt out")
    fixture: Run = request.getfixturevalue(request.param)
    return fixture
