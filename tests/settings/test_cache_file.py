"""A cache file is private, holds nobody up, and may be missing or broken."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from hfchat_gui.settings import cache_file
from hfchat_gui.settings.cache_file import LARGEST, CacheFile
from tests.helpers.running import Run


def test_what_was_written_is_read_by_its_owner_only(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "cache" / "list.json"
    assert run(CacheFile(file).read()) is None
    run(CacheFile(file).write(b"one"))
    run(CacheFile(file).write(b"two"))
    assert run(CacheFile(file).read()) == b"two"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [found.name for found in file.parent.iterdir()] == ["list.json"]


def test_a_disk_that_refuses_costs_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "blocked").write_text("a file where the folder should be")
    file = CacheFile(tmp_path / "blocked" / "list.json")
    run(file.write(b"one"))
    assert run(file.read()) is None
    (tmp_path / "folder").mkdir()
    assert run(CacheFile(tmp_path / "folder").read()) is None


def test_what_is_no_small_file_is_not_read(run: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "giant").open("wb") as stream:
        stream.truncate(LARGEST + 1)
    for name in ("pipe", "giant"):
        assert run(CacheFile(tmp_path / name).read()) is None


def test_a_disk_that_hangs_is_left(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = threading.Event()

    def hang(file: Path, largest: int) -> bytes:
        turns.wait(20)
        return b"late"

    monkeypatch.setattr(cache_file, "PATIENCE_SECONDS", 0.05)
    monkeypatch.setattr(cache_file, "read_file", hang)
    try:
        assert run(CacheFile(tmp_path / "list.json").read()) is None
    finally:
        turns.set()
