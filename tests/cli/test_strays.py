"""A fault of the command line is told by name and frames, and every hook of Python is ours."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Iterator

import pytest

from hfchat_gui.cli import strays
from hfchat_gui.settings.log_file import PrivateFormatter


@pytest.fixture
def installed() -> Iterator[None]:
    """Install the hooks for one test."""
    before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
    last = logging.lastResort
    formatter = last.formatter if last else None
    strays.keep_private()
    yield
    sys.excepthook, threading.excepthook, sys.unraisablehook = before
    if last is not None:
        last.setFormatter(formatter)


def _fail(words: str) -> None:
    raise KeyError(words)


def test_what_nobody_caught_is_told_without_its_values(
    installed: None, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        _fail("a planted prompt")
    except KeyError as error:
        sys.excepthook(KeyError, error, error.__traceback__)
    said = capsys.readouterr().err
    assert said.startswith("hfchat: a fault of HF Chat: KeyError\n")
    assert "in _fail" in said
    assert "planted" not in said


def test_a_thread_and_a_finaliser_are_told_alike(
    installed: None, capsys: pytest.CaptureFixture[str]
) -> None:
    thread = threading.Thread(target=_fail, args=("a planted prompt",))
    thread.start()
    thread.join()

    class Fragile:
        def __del__(self) -> None:
            _fail("a planted prompt")

    Fragile()
    said = capsys.readouterr().err
    assert said.count("a fault of HF Chat: KeyError") == 2
    assert "planted" not in said


def test_ctrl_c_stays_what_it_is(installed: None, capsys: pytest.CaptureFixture[str]) -> None:
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert capsys.readouterr().err.strip().endswith("KeyboardInterrupt")


def test_records_that_no_file_takes_are_written_privately(installed: None) -> None:
    assert logging.lastResort is not None
    assert isinstance(logging.lastResort.formatter, PrivateFormatter)
