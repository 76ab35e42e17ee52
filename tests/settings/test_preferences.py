"""Small choices outlive a run, and a broken file or disk costs no more than these choices."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import Preferences
from hfchat_gui.settings.preferences import LARGEST_FILE, LONGEST_LIST, PreferencesFile
from tests.helpers.guards import LogGuard

ADDRESS = ModelRef(Source.ADDRESS, "big", "http://127.0.0.1:8080/v1")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A place for the file, in a folder that is not there yet."""
    return tmp_path / "config" / "preferences.json"


def test_a_first_start_has_no_choices_and_writes_nothing(file: Path) -> None:
    preferences: Preferences = PreferencesFile(file)
    assert preferences.last_model is None
    assert list(preferences.router_models) == []
    assert not preferences.token_allowed(ADDRESS.address)
    assert not file.parent.exists()


def test_choices_are_there_at_the_next_start(file: Path) -> None:
    before = PreferencesFile(file)
    before.set_last_model(ADDRESS)
    before.remember_router_model("org/model:fastest")
    before.allow_token(ADDRESS.address, True)
    before.flush()
    after = PreferencesFile(file)
    assert after.last_model == ADDRESS
    assert after.router_models == ["org/model:fastest"]
    assert after.token_allowed("http://127.0.0.1:8080/other/path")
    assert not after.token_allowed("http://127.0.0.1:8081/v1")
    assert not after.token_allowed("nonsense")


def test_the_file_is_for_its_owner_only(file: Path) -> None:
    preferences = PreferencesFile(file)
    preferences.set_last_model(ADDRESS)
    preferences.flush()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert [found.name for found in file.parent.iterdir()] == [file.name]


def test_a_list_is_newest_first_without_doubles_and_bounded(file: Path) -> None:
    preferences = PreferencesFile(file)
    for number in range(LONGEST_LIST + 5):
        preferences.remember_router_model(f"m{number}")
    preferences.remember_router_model("m20")
    names = preferences.router_models
    assert len(names) == LONGEST_LIST
    assert names[:2] == ["m20", f"m{LONGEST_LIST + 4}"]
    preferences.flush()


def test_an_agreement_is_withdrawn_for_the_whole_server(file: Path) -> None:
    preferences = PreferencesFile(file)
    preferences.allow_token(ADDRESS.address, True)
    preferences.allow_token("no address", True)
    preferences.allow_token("http://127.0.0.1:8080/other", False)
    assert not preferences.token_allowed(ADDRESS.address)
    preferences.flush()


def test_other_parts_keep_plain_data_under_names_of_their_own(file: Path) -> None:
    preferences = PreferencesFile(file)
    preferences.keep_entry("servers", [1])
    preferences.keep_entry("gone", 1)
    preferences.keep_entry("gone", None)
    preferences.flush()
    later = PreferencesFile(file)
    assert (later.entry("servers"), later.entry("gone")) == ([1], None)
    assert "gone" not in file.read_text()


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"[]", b"7", b"", b"[" * 100_000])
def test_a_damaged_file_is_set_aside_and_defaults_are_used(
    file: Path, log_guard: LogGuard, content: bytes
) -> None:
    log_guard.expect("Preferences were damaged")
    file.parent.mkdir()
    for number in (1, 2):
        file.write_bytes(content)
        preferences = PreferencesFile(file)
        assert preferences.last_model is None
        assert preferences.was_damaged
        preferences.set_last_model(ADDRESS)
        preferences.flush()
        aside = file.with_name(f"{file.name}.damaged{'' if number == 1 else '-2'}")
        assert aside.read_bytes() == content
        assert PreferencesFile(file).last_model == ADDRESS
        assert not PreferencesFile(file).was_damaged


def test_what_a_later_version_wrote_is_skipped_and_stays(file: Path) -> None:
    file.parent.mkdir()
    later = {
        "theme": "sepia",
        "last_model": {"source": "moon"},
        "router_models": {"not": "a list"},
    }
    file.write_text(json.dumps(later))
    preferences = PreferencesFile(file)
    assert preferences.last_model is None
    assert preferences.router_models == []
    preferences.remember_router_model("m")
    preferences.flush()
    assert json.loads(file.read_text())["theme"] == "sepia"


def test_a_failing_write_keeps_the_choice_in_memory(file: Path, log_guard: LogGuard) -> None:
    log_guard.expect("Preferences could not be written")
    file.parent.write_text("a file where the folder should be")
    preferences = PreferencesFile(file)
    preferences.set_last_model(ADDRESS)
    preferences.flush()
    assert preferences.last_model == ADDRESS
    file.parent.unlink()
    preferences.remember_router_model("m")
    preferences.flush()
    assert PreferencesFile(file).last_model == ADDRESS


def test_a_full_disk_leaves_the_old_file_whole(file: Path) -> None:
    program = (
        "import resource, signal, sys, pathlib\n"
        "from hfchat_gui.settings.preferences import PreferencesFile\n"
        "p = PreferencesFile(pathlib.Path(sys.argv[1]))\n"
        "p.remember_router_model('kept'); p.flush()\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50))\n"
        "p.remember_router_model('x' * 500); p.flush(); print(len(p.router_models))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(file)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "2"
    assert PreferencesFile(file).router_models == ["kept"]
    assert [found.name for found in file.parent.iterdir()] == [file.name]


def test_a_file_that_cannot_be_read_is_left_alone(file: Path, log_guard: LogGuard) -> None:
    log_guard.expect("Preferences could not be read")
    file.mkdir(parents=True)  # reading a folder fails as a file without rights does
    preferences = PreferencesFile(file)
    preferences.set_last_model(ADDRESS)
    preferences.flush()
    assert preferences.last_model == ADDRESS
    assert file.is_dir()


def test_a_damaged_file_that_cannot_be_moved_is_left_alone(
    file: Path, log_guard: LogGuard, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, target: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    log_guard.expect("Preferences are damaged and stay so")
    file.parent.mkdir()
    file.write_text("{")
    monkeypatch.setattr(Path, "rename", refuse)  # root may always rename
    preferences = PreferencesFile(file)
    assert preferences.was_damaged
    preferences.set_last_model(ADDRESS)
    preferences.flush()
    assert file.read_text() == "{"


def test_many_changes_end_in_one_file_and_no_thread(file: Path) -> None:
    preferences = PreferencesFile(file)
    for number in range(200):
        preferences.remember_router_model(f"m{number}")
    preferences.flush(10)
    assert PreferencesFile(file).router_models[0] == "m199"
    assert "hfchat-preferences" not in {thread.name for thread in threading.enumerate()}


def test_a_choice_that_is_the_same_is_not_written_again(file: Path) -> None:
    preferences = PreferencesFile(file)
    preferences.set_last_model(ADDRESS)
    preferences.flush()
    file.unlink()
    preferences.set_last_model(ADDRESS)
    preferences.flush()
    assert not file.exists()


@pytest.mark.parametrize("kind", ["pipe", "device", "giant"])
def test_what_is_no_small_file_is_set_aside_and_holds_nobody_up(
    file: Path, kind: str, log_guard: LogGuard
) -> None:
    log_guard.expect("Preferences were damaged")
    file.parent.mkdir()
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "device":
        file.symlink_to("/dev/zero")
    else:
        with file.open("wb") as stream:
            stream.truncate(LARGEST_FILE + 1)
    preferences = PreferencesFile(file)
    assert preferences.last_model is None
    preferences.set_last_model(ADDRESS)
    preferences.flush()
    assert PreferencesFile(file).last_model == ADDRESS
    assert file.with_name("preferences.json.damaged").lstat()


def test_who_pays_is_kept_if_it_can_be_a_name(tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    preferences = PreferencesFile(file)
    assert preferences.bill_to == ""
    preferences.set_bill_to("my-org")
    preferences.flush()
    assert PreferencesFile(file).bill_to == "my-org"
    preferences.set_bill_to("")
    preferences.flush()
    assert PreferencesFile(file).bill_to == ""
    file.write_text('{"bill_to": "a\\r\\nX: y"}')
    assert PreferencesFile(file).bill_to == ""
