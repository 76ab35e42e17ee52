"""The main coroutine owns the start and the end, whoever asks for the end and however."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time

import pytest

from tests.helpers.patience import SOON

_PROGRAM = """
import asyncio
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QWidget
from PySide6.QtCore import QTimer
from hfchat_gui.eventloop.run import run
from hfchat_gui.eventloop.shutdown import Shutdown

class Window(QWidget):
    def __init__(self, shutdown):
        super().__init__()
        self._shutdown = shutdown

    def closeEvent(self, event):
        event.ignore()
        self._shutdown.request()
        QTimer.singleShot(0, self.hide)

async def main(app):
    shutdown = Shutdown()
    with shutdown.on_signals():
        window = Window(shutdown)
        window.show()
        {action}
        print("ready", flush=True)
        await shutdown.requested()
        await asyncio.sleep(0.05)  # clean-up that takes a while
        print("clean", flush=True)
    return 7

raise SystemExit(run(main))
"""


def _start(action: str = "pass") -> subprocess.Popen[str]:
    program = textwrap.dedent(_PROGRAM).replace("{action}", action)
    command = [sys.executable, "-c", program]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )


def _end(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=30)
    return process.returncode, out, err


@pytest.mark.parametrize(
    "action",
    [
        "QTimer.singleShot(20, window.close)",
        "QTimer.singleShot(20, app.quit)",
        "QTimer.singleShot(20, window.close); QTimer.singleShot(20, app.quit)",
    ],
    ids=["window", "quit", "both"],
)
def test_closing_leaves_the_end_to_the_main_coroutine(action: str) -> None:
    assert _end(_start(action)) == (7, "ready\nclean\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals on Windows")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_asks_for_the_end(number: signal.Signals) -> None:
    process = _start()
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(number)
    assert _end(process) == (7, "clean\n", "")


def test_a_call_that_is_stuck_in_a_thread_does_not_delay_the_end() -> None:
    process = _start(
        "asyncio.get_running_loop().run_in_executor(None, __import__('time').sleep, 60);"
        "QTimer.singleShot(20, window.close)"
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    started = time.monotonic()
    assert _end(process)[0] == 7
    assert time.monotonic() - started < SOON


def test_an_exception_in_a_slot_goes_to_the_log_and_the_program_goes_on() -> None:
    action = (
        "import logging; logging.basicConfig(format='%(message)s');"
        "QTimer.singleShot(10, lambda: 1 / 0); QTimer.singleShot(50, window.close)"
    )
    code, out, err = _end(_start(action))
    assert (code, out) == (7, "ready\nclean\n")
    assert err.startswith("unexpected ZeroDivisionError: division by zero\n")


@pytest.mark.skipif(not shutil.which("Xvfb"), reason="needs an X server of its own to lose")
def test_a_display_that_goes_away_ends_the_program_without_a_word() -> None:
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    with os.fdopen(reading) as told:
        display = told.readline().strip()
    os.close(writing)
    program = textwrap.dedent(_PROGRAM).replace("{action}", "pass")
    with subprocess.Popen(
        [sys.executable, "-c", program],
        env=os.environ | {"DISPLAY": f":{display}", "QT_QPA_PLATFORM": "xcb"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        server.kill()
        server.wait()
        code, out, err = _end(process)
    assert (code, out) == (1, "")
    assert "Traceback" not in err
