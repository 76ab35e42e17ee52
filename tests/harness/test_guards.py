"""Sees each guard of conftest catch what it guards against, and leave clean tests alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

_ROOT = Path(__file__).parents[2]
_PLANTED = _ROOT / "tests" / "harness" / "planted_leftovers.py"


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What pytest says of each planted test: nothing where it passed."""
    report = tmp_path_factory.mktemp("guards") / "report.xml"
    options = ["-q", "-p", "no:cacheprovider", "-o", "python_files=planted_*.py"]
    subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--junitxml", str(report), str(_PLANTED)],
        cwd=_ROOT,
        env=os.environ | {"PYTEST_ADDOPTS": ""},
        capture_output=True,
        check=False,
    )
    said: dict[str, str] = {}
    for case in ET.parse(report).iter("testcase"):
        faults = [
            f"{fault.get('message')} {fault.text}" for fault in case if fault.tag != "skipped"
        ]
        said[case.get("name", "")] = said.get(case.get("name", ""), "") + "\n".join(faults)
    return said


@pytest.mark.parametrize("name", ["test_clean", "test_expected_log", "test_timer_of_closed_widget"])
def test_a_test_that_leaves_nothing_behind_passes(verdicts: dict[str, str], name: str) -> None:
    assert verdicts[name] == ""


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("test_log", "log: WARNING x: Oh no"),
        ("test_missing_log", "never came: Oh"),
        ("test_warning", "DeprecationWarning: old"),
        ("test_thread", "thread still alive: worker"),
        ("test_task", "task left behind"),
        ("test_task_on_qt", "task left behind"),
        ("test_timer", "timer still running: every 777 ms"),
        ("test_qt_message", "Qt says no"),
        ("test_slot", "ZeroDivisionError"),
    ],
)
def test_what_a_test_leaves_behind_fails_it(
    verdicts: dict[str, str], name: str, complaint: str
) -> None:
    assert complaint in verdicts[name]
