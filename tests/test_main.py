"""The first moments and the last one of the program, whatever it was started for."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.endtoend.program import command, surroundings

pytestmark = pytest.mark.timeout(120)


def start(*words: str) -> subprocess.Popen[str]:
    """Start the program without a display of its own."""
    return subprocess.Popen(
        command(*words),
        env=surroundings(QT_QPA_PLATFORM="offscreen"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.fixture(autouse=True)
def heard_sigint() -> object:
    """Undo what a shell does to a test run in the background: all below it ignore SIGINT."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("words", [("ask", "-"), ()])
@pytest.mark.parametrize("after", [0.25, 0.5, 0.75, 1.0, 1.5])
def test_ctrl_c_at_any_moment_of_the_start_ends_it_without_a_word(
    words: tuple[str, ...], after: float
) -> None:
    with start(*words) as process:
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    # Before our first line runs the interpreter itself dies of the signal.
    assert process.returncode in (0, 130, -signal.SIGINT)
    assert (out, "Traceback" in err and "hfchat_gui" in err) == ("", False)


def test_the_window_program_always_ends(tmp_path: Path) -> None:
    for number in range(4):
        picture = tmp_path / f"{number}.png"
        with start("--screenshot", os.fspath(picture)) as process:
            _, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (0, "")
        assert picture.exists()
