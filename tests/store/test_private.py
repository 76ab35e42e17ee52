"""Folders and files are for their owner only, and a disk that cannot do that still serves."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from hfchat_gui.store.private import make_file, make_folder, repair_files
from tests.helpers.guards import LogGuard


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_the_umask_changes_nothing(tmp_path: Path, umask: int) -> None:
    folder = tmp_path / "folder"
    before = os.umask(umask)
    try:
        make_folder(folder)
        make_file(folder / "file")
        make_file(folder / "file")
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "file").stat().st_mode) == 0o600


def test_files_that_are_not_there_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch(0o644)
    repair_files(tmp_path / "missing", file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_disk_without_modes_is_used_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log_guard: LogGuard
) -> None:
    def refuse(self: Path, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    log_guard.expect("mode of wide stays as it is")
    (tmp_path / "wide").mkdir(mode=0o755)
    monkeypatch.setattr(Path, "chmod", refuse)  # a FAT disk, where root may do it nevertheless
    make_folder(tmp_path / "wide")
