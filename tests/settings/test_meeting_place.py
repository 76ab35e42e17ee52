"""A second start is met in a folder that is this user's alone."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hfchat_gui.settings.meeting_place import (
    LONGEST_PATH,
    is_private,
    make_private,
    meeting_place,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="sockets as on Linux")


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the desktop gives for sockets."""
    folder = tmp_path / "run"
    folder.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    return folder


def test_each_data_folder_has_a_place_of_its_own_in_the_runtime_folder(runtime: Path) -> None:
    one, other = meeting_place(Path("/one")), meeting_place(Path("/other"))
    assert Path(one).parent == Path(other).parent == runtime / "hfchat"
    assert one != other
    assert one == meeting_place(Path("/one"))
    assert not (runtime / "hfchat").exists()


def test_the_folder_is_made_for_this_user_alone(runtime: Path) -> None:
    place = meeting_place(Path("/one"))
    assert not is_private(place)
    assert make_private(place)
    assert (runtime / "hfchat").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o701])
def test_a_folder_that_others_can_reach_into_is_closed_to_them(runtime: Path, mode: int) -> None:
    (runtime / "hfchat").mkdir()
    (runtime / "hfchat").chmod(mode)
    assert not is_private(meeting_place(Path("/one")))
    assert make_private(meeting_place(Path("/one")))


def test_a_data_folder_has_one_place_however_it_is_spelled(runtime: Path, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "data")
    places = {
        meeting_place(tmp_path / "data"),
        meeting_place(tmp_path / "link"),
        meeting_place(tmp_path / "run" / ".." / "data"),
    }
    assert len(places) == 1


def test_a_link_to_another_folder_is_not_used(runtime: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    (runtime / "hfchat").symlink_to(elsewhere)
    assert not is_private(meeting_place(Path("/one")))


def test_a_folder_that_cannot_be_made_is_not_used(runtime: Path) -> None:
    (runtime / "hfchat").write_text("a file")
    assert not make_private(meeting_place(Path("/one")))


@pytest.mark.parametrize("given", ["", "relative", "/nowhere/at/all"])
def test_without_a_runtime_folder_the_place_is_beside_temporary_files(
    monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", given)
    assert Path(meeting_place(Path("/one"))).parent.name.startswith("hfchat-")


def test_a_path_too_long_for_a_socket_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / ("d" * LONGEST_PATH)
    deep.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(deep))
    assert len(meeting_place(Path("/one"))) <= LONGEST_PATH
