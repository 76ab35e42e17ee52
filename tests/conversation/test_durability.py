"""Tests for making a file's name last."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hfchat_gui.conversation.durability import sync_folder


def test_a_folder_can_be_synced(tmp_path: Path) -> None:
    sync_folder(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps names by itself")
def test_a_folder_that_is_gone_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        sync_folder(tmp_path / "gone")
