"""The smoke test hears every line, every exit code and every process that stays."""

from __future__ import annotations

import os
from pathlib import Path

import dev_debian_root
import pytest
from dev_debian_root import Outcome
from dev_say import Fault
from dev_smoke import Trial, for_inside


@pytest.mark.parametrize(
    ("outcome", "wrong"),
    [
        (Outcome(0, "HF Chat 1.0\n", "", ""), []),
        (Outcome(1, "HF Chat 1.0\n", "", ""), ["it ended with 1"]),
        (Outcome(0, "HF Chat 1.0\nmore\n", "", ""), ["it printed 'HF Chat 1.0\\nmore\\n'"]),
        (Outcome(0, "HF Chat 1.0\n", "a word\n", ""), ["it complained 'a word\\n'"]),
        (Outcome(0, "HF Chat 1.0\n", "", "7 hfchat\n"), ["it left running '7 hfchat\\n'"]),
    ],
)
def test_whatever_is_not_expected_is_wrong(outcome: Outcome, wrong: list[str]) -> None:
    trial = Trial()
    trial.judge("it", outcome, prints=r"HF Chat \d\.\d\n")
    assert trial.wrong == wrong


def test_who_is_not_root_is_told_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(Fault, match="only root can"):
        dev_debian_root.fresh(tmp_path)


def test_a_missing_tool_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Fault, match=r"debootstrap, tar, unshare, chroot, mount missing"):
        dev_debian_root.fresh(tmp_path)


def test_nothing_of_the_python_outside_goes_inside() -> None:
    outside = {
        "DISPLAY": ":9",
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/x",
        "HOME": "/x",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "XDG_RUNTIME_DIR": "/run/x",
        "PYTHONPATH": "/y",
        "LD_LIBRARY_PATH": "/y",
    }
    inside = for_inside(outside)
    assert not {"PYTHONPATH", "LD_LIBRARY_PATH"} & inside.keys()
    assert inside["XDG_RUNTIME_DIR"] == "/run/x"
