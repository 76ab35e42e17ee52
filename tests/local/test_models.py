"""Model files are found in order, and each thing that can be wrong with one has its sentence."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import (
    ChatError,
    ModelFileDamaged,
    ModelFileMissing,
    NotAModelFile,
    NotEnoughMemory,
)
from hfchat_gui.local.listing import STARTER_FILE, ModelListing
from hfchat_gui.local.models import (
    check_model_file,
    find_model,
    model_folders,
)
from tests.local.gguf_files import STARTER, gguf, tensor

STARTER_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


def written(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "model.gguf"
    path.write_bytes(data)
    return path


def problem(path: Path) -> ChatError:
    with pytest.raises(ChatError) as caught:
        check_model_file(path)
    assert path.name in caught.value.user_text
    assert caught.value.user_text.endswith(".")
    return caught.value


def test_the_starter_model_is_the_one_that_was_chosen() -> None:
    assert STARTER.name == STARTER_FILE
    assert hashlib.sha256(STARTER.read_bytes()).hexdigest() == STARTER_SHA256
    assert check_model_file(STARTER).trained_context == 8192


def test_the_checkout_holds_the_starter_model_as_the_default() -> None:
    folders = model_folders()
    assert STARTER.parent in folders
    first = ModelListing(folders).models()[0]
    assert first.ref.name == STARTER.stem
    assert first.ref.label == "SmolLM2-135M-Instruct"
    assert first.context_tokens == 8192
    assert find_model("", folders) == find_model(STARTER.stem, folders) == STARTER


def test_the_users_folder_comes_last_and_an_earlier_file_wins(tmp_path: Path) -> None:
    assert model_folders(tmp_path)[-1] == tmp_path / "models"
    one, two = tmp_path / "one", tmp_path / "two"
    for folder, names in ((one, ["b"]), (two, ["b", "A", STARTER.stem])):
        folder.mkdir()
        for name in names:
            (folder / f"{name}.gguf").write_bytes(gguf())
    assert find_model("b", [one, two]) == one / "b.gguf"


def test_a_frozen_program_looks_inside_and_beside_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path / "inside"), raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "beside" / "hfchat"))
    inside, beside = model_folders()
    assert inside == tmp_path / "inside" / "resources" / "models"
    assert beside == tmp_path / "beside" / "resources" / "models"


def test_a_model_that_is_nowhere_is_missing_by_name(tmp_path: Path) -> None:
    for name, shown in (("gone", "gone.gguf"), ("", STARTER_FILE)):
        with pytest.raises(ModelFileMissing) as caught:
            find_model(name, [tmp_path])
        assert f"“{shown}” is not on this computer. Put it into" in caught.value.user_text
        assert str(tmp_path) in caught.value.user_text
        assert str(tmp_path) in caught.value.detail


def test_a_file_that_went_away_is_missing(tmp_path: Path) -> None:
    assert isinstance(problem(tmp_path / "gone.gguf"), ModelFileMissing)


def test_a_folder_is_no_model_file(tmp_path: Path) -> None:
    folder = tmp_path / "folder.gguf"
    folder.mkdir()
    error = problem(folder)
    assert isinstance(error, NotAModelFile)
    assert "is a folder" in error.user_text


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no such permissions")
def test_a_file_that_may_not_be_read_says_so(tmp_path: Path) -> None:
    if os.getuid() == 0:
        pytest.skip("root reads everything")
    path = written(tmp_path, gguf())
    path.chmod(stat.S_IWUSR)
    error = problem(path)
    assert isinstance(error, NotAModelFile)
    assert "cannot be read" in error.user_text


def test_a_name_that_is_no_path_cannot_be_read(tmp_path: Path) -> None:
    error = problem(tmp_path / ("n" * 300))
    assert isinstance(error, NotAModelFile)
    assert "cannot be read" in error.user_text


def test_a_web_page_saved_as_a_model_is_no_model(tmp_path: Path) -> None:
    assert isinstance(problem(written(tmp_path, b"<html>404</html>")), NotAModelFile)


def test_a_pointer_that_git_lfs_left_is_told_as_that(tmp_path: Path) -> None:
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 1234\n"
    error = problem(written(tmp_path, pointer.encode()))
    assert isinstance(error, NotAModelFile)
    assert "Git LFS pointer" in error.user_text
    assert "git lfs pull" in error.user_text


def test_an_empty_file_is_no_model_file(tmp_path: Path) -> None:
    assert "Git LFS" not in problem(written(tmp_path, b"")).user_text


def test_a_broken_header_is_damage(tmp_path: Path) -> None:
    error = problem(written(tmp_path, gguf()[:40]))
    assert isinstance(error, ModelFileDamaged)
    assert "cut short" in error.detail


def test_a_file_that_lost_its_last_byte_is_damaged(tmp_path: Path) -> None:
    assert isinstance(problem(written(tmp_path, gguf()[:-1])), ModelFileDamaged)


def test_half_of_the_starter_model_is_damaged(tmp_path: Path) -> None:
    error = problem(written(tmp_path, STARTER.read_bytes()[:50_000_000]))
    assert isinstance(error, ModelFileDamaged)
    assert "bytes are missing" in error.detail


def test_a_model_beyond_this_computers_memory_does_not_start(tmp_path: Path) -> None:
    elements = 2**42  # of a byte each
    path = written(tmp_path, gguf(tensors=[tensor("huge", [elements], kind=24)], data=0))
    os.truncate(path, path.stat().st_size + elements)  # sparse: takes no room
    error = problem(path)
    assert isinstance(error, NotEnoughMemory)
    assert "smaller model" in error.user_text


@pytest.mark.timeout(30)
def test_a_pipe_is_no_model_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.gguf")
    error = problem(tmp_path / "pipe.gguf")
    assert isinstance(error, NotAModelFile)
    assert "“pipe.gguf” is a pipe or a device" in error.user_text
