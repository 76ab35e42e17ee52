"""Fixtures for all tests, and the guards that fail a test for what it leaves behind."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.helpers import guards
from tests.helpers.isolation import isolated, names_to_drop
from tests.helpers.qt_use import asks_for_qt
from tests.helpers.running import Run, Running

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

_NEW_OBJECTS = 20_000

os.environ["QT_API"] = os.environ["PYTEST_QT_API"] = "pyside6"
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def pytest_addoption(pluginmanager: pytest.PytestPluginManager) -> None:
    """Leave pytest-qt out, and with it PySide6, when only tests of the core are asked for."""
    if not asks_for_qt(pluginmanager):
        pluginmanager.unregister(name="pytest-qt")


def pytest_sessionstart() -> None:
    """Collect garbage by hand from here on: see `_garbage_collected_on_this_thread`."""
    gc.disable()


@pytest.fixture(autouse=True)
def _garbage_collected_on_this_thread() -> Iterator[None]:
    """Collect between tests, on the main thread.

    A closed Qt loop is cyclic garbage with timers in it. Collected by chance in a thread of the
    test's, it takes the process down ("Timers cannot be stopped from another thread").
    """
    yield
    if gc.get_count()[0] > _NEW_OBJECTS:
        gc.collect()


@pytest.fixture(autouse=True)
def _isolated_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Move home and data folders to a temporary place; hide tokens and proxies."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in names_to_drop(dict(os.environ)):
            patch.delenv(name)
        for name, value in isolated(home).items():
            patch.setenv(name, value)
        yield


@pytest.fixture(autouse=True)
def log_guard(_isolated_environment: None) -> Iterator[guards.LogGuard]:
    """Fail the test for records from WARNING up that it did not `log_guard.expect(…)`."""
    with guards.watching_log() as guard:
        yield guard
    _fail_for(guard.complaints())


@pytest.fixture(autouse=True)
def _guard_against_leftovers(
    request: pytest.FixtureRequest, log_guard: guards.LogGuard
) -> Iterator[None]:
    """Fail the test for threads that outlive it and, where it uses Qt, for timers that do."""
    threads = set(threading.enumerate())
    yield
    left = guards.new_running_timers() if "qapp" in request.fixturenames else []
    _fail_for(left + guards.threads_left(threads))


@pytest.fixture
def data_folder(tmp_path: Path) -> Path:
    """An empty folder to keep a store in, open to its owner only."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def run() -> Iterator[Run]:
    """Run coroutines on plain asyncio; tasks left behind fail the test."""
    running = Running()
    yield running
    _fail_for([f"task left behind: {task}" for task in running.close()])


@pytest.fixture
def qt_run(qapp: QApplication) -> Iterator[Run]:
    """Run coroutines on Qt's loop; tasks left behind fail the test."""
    from qasync import QEventLoop

    qapp.setQuitOnLastWindowClosed(False)
    running = Running(lambda: QEventLoop(qapp, set_running_loop=False))
    yield running
    _fail_for([f"task left behind: {task}" for task in running.close()])


def _fail_for(complaints: list[str]) -> None:
    if complaints:
        pytest.fail("\n".join(complaints), pytrace=False)
