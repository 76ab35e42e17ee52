"""Tests have folders of their own, and see no token, proxy or preference of the person."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from tests.helpers.isolation import isolated_environment, names_to_drop

_ROOT = Path(__file__).parents[2]


def test_tokens_and_proxies_are_dropped_and_the_rest_stays() -> None:
    names = ["HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "https_proxy", "NO_PROXY", "PATH", "LANG"]
    assert names_to_drop(dict.fromkeys(names, "x")) == names[:4]


def test_the_data_folder_of_a_test_lies_in_its_own_home() -> None:
    assert Path(platformdirs.user_data_dir("hfchat")).is_relative_to(Path.home())
    assert "home" in Path.home().name


def test_a_child_sees_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_made_up")
    environment = isolated_environment(tmp_path / "h")
    assert environment["HOME"] == str(tmp_path / "h")
    assert "HF_TOKEN" not in environment
    assert environment["PATH"] == os.environ["PATH"]


@pytest.mark.parametrize(("room", "expected"), [("conversation", "False"), ("ui", "True")])
def test_only_rooms_with_widgets_load_qt(tmp_path: Path, room: str, expected: str) -> None:
    probe = tmp_path / "probe.py"
    probe.write_text(
        "import sys\ndef pytest_unconfigure(config): print('QT', 'PySide6.QtCore' in sys.modules)\n"
    )
    # A test that does not exist, in a room that does: pytest stops after loading its plugins.
    missing = _ROOT / "tests" / room / "test_nothing.py"
    command = [sys.executable, "-m", "pytest", "-p", "probe", "-q", str(missing)]
    done = subprocess.run(
        command,
        cwd=_ROOT,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"QT {expected}" in done.stdout
