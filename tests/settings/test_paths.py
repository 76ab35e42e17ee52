"""Folders are found on every platform, and a missing home is named."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.settings.paths import Paths


@pytest.mark.skipif(sys.platform != "linux", reason="names of Linux")
def test_folders_are_where_the_platform_keeps_them() -> None:
    found = Paths.find()
    home = Path.home()
    assert found.data == home / ".local/share/hfchat"
    assert found.config == home / ".config/hfchat"
    assert found.cache == home / ".cache/hfchat"
    assert found.preferences_file == home / ".config/hfchat/preferences.json"
    assert not found.data.exists()


def test_one_variable_moves_them_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HFCHAT_HOME", str(tmp_path))
    found = Paths.find()
    assert found.data == tmp_path / "data"
    assert found.config == tmp_path / "config"
    assert found.cache == tmp_path / "cache"


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, "{home}/.cache/huggingface/token"),
        ({"XDG_CACHE_HOME": "/xdg"}, "/xdg/huggingface/token"),
        ({"XDG_CACHE_HOME": "/xdg", "HF_HOME": "~/hf"}, "{home}/hf/token"),
        ({"HF_HOME": "/hf", "HF_TOKEN_PATH": "$HOME/my token"}, "{home}/my token"),
    ],
)
def test_the_token_file_is_where_other_tools_have_it(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], expected: str
) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert str(Paths.find().hf_token_file) == expected.format(home=Path.home())


def test_a_relative_folder_counts_from_where_the_program_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HFCHAT_HOME", "portable")
    assert Paths.find().data == tmp_path / "portable" / "data"


@pytest.mark.skipif(not hasattr(os, "setuid") or os.geteuid() != 0, reason="needs to be root")
@pytest.mark.parametrize("name", ["nothing", "HFCHAT_HOME"])
def test_without_home_and_account_the_variable_is_named(name: str) -> None:
    program = (
        "import os\n"
        "from hfchat_gui.settings.paths import Paths\n"
        "from hfchat_gui.conversation.errors import StorageFailed\n"
        "Paths.find(); os.environ.pop('HOME', None); os.setuid(54321)\n"
        "try: print(Paths.find().data)\n"
        "except StorageFailed as error: print(error.user_text)\n"
    )
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment | {"HOME": "/tmp", name: "~/x"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "could not find your home folder" in done.stdout, done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be deleted there")
def test_a_relative_folder_in_a_deleted_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    monkeypatch.setenv("HFCHAT_HOME", "portable")
    gone.rmdir()
    with pytest.raises(StorageFailed, match="HFCHAT_HOME to the full path"):
        Paths.find()
