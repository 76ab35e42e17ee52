"""Tests for making a file's name last."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hfchat_gui.conversation.durability import replace_content, sync_folder


def test_a_file_that_cannot_be_replaced_leaves_nothing_beside_it(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    with pytest.raises(OSError):  # noqa: PT011 - which one depends on the system
        replace_content(tmp_path / "kept", b"new")
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]
    replace_content(tmp_path / "other", b"new")
    assert (tmp_path / "other").read_bytes() == b"new"


def test_a_folder_can_be_synced(tmp_path: Path) -> None:
    sync_folder(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps names by itself")
def test_a_folder_that_is_gone_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        sync_folder(tmp_path / "gone")
