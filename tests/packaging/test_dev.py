"""dev.py refuses a wrong Python in one sentence, and any Python 3 can read it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import dev
import pytest

_DEV = Path(__file__).parents[2] / "packaging" / "dev.py"


def test_the_oldest_python_can_read_it() -> None:
    ast.parse(_DEV.read_text("utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize("minor", [11, 12, 13])
def test_a_fine_python_is_not_refused(minor: int) -> None:
    assert dev.refusal((3, minor)) == ""


def test_a_wrong_python_is_told_which_are_fine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert dev.refusal((3, 14)) == (
        "HF Chat needs Python 3.11, 3.12 or 3.13, and this is 3.14: "
        "install one of these and start it with that."
    )


def test_a_wrong_python_is_told_of_a_fine_one_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / ("python3.12.exe" if sys.platform == "win32" else "python3.12")
    there.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert dev.refusal((3, 9)).endswith("start it with python3.12 packaging/dev.py instead.")


def test_without_a_command_it_explains_itself() -> None:
    done = subprocess.run([sys.executable, str(_DEV)], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "packaging/dev.py run [ARGUMENTS ...]" in done.stderr
