"""Models are listed in order, and the disk is read again where it has changed, and only there."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from hfchat_gui.local.listing import STARTER_FILE, ModelListing
from tests.local.gguf_files import TINY_PAIRS, gguf, number


def age(path: Path, seconds: float = 60) -> None:
    """Let a file or folder be as if it had last been changed a while ago."""
    then = time.time() - seconds
    os.utime(path, (then, then))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.gguf", "A.gguf", STARTER_FILE):
        (tmp_path / name).write_bytes(gguf())
    (tmp_path / "notes.txt").write_text("no model")
    age(tmp_path)
    return tmp_path


def names(listing: ModelListing) -> list[str]:
    return [path.name for path in listing.files()]


def test_the_starter_comes_first_then_the_others_by_name(folder: Path) -> None:
    listing = ModelListing([folder / "absent", folder])
    assert names(listing) == [STARTER_FILE, "A.gguf", "b.gguf"]
    assert [info.context_tokens for info in listing.models()] == [2048] * 3


def test_an_earlier_folder_wins(folder: Path) -> None:
    first = folder / "first"
    first.mkdir()
    (first / "b.gguf").write_bytes(gguf())
    assert ModelListing([first, folder]).files()[-1] == first / "b.gguf"


def opened(call: object) -> list[str]:
    """Return what a call opens and lists on the disk."""
    seen: list[str] = []
    hearing = [True]

    def hear(event: str, arguments: tuple[object, ...]) -> None:
        if hearing and event in ("open", "os.listdir", "os.scandir"):
            seen.append(str(arguments[0]))

    sys.addaudithook(hear)
    assert callable(call)
    call()
    hearing.clear()
    return seen


def test_what_has_not_changed_is_not_read_again(folder: Path) -> None:
    listing = ModelListing([folder])
    assert len(opened(listing.models)) == 4
    assert opened(listing.models) == []


def test_a_model_that_comes_or_goes_is_noticed(folder: Path) -> None:
    listing = ModelListing([folder])
    assert len(listing.models()) == 3
    (folder / "c.gguf").write_bytes(gguf())
    assert names(listing)[-1] == "c.gguf"
    (folder / "d.gguf").write_bytes(gguf())  # within the same tick of the folder's clock, maybe
    assert names(listing)[-1] == "d.gguf"
    (folder / "d.gguf").unlink()
    assert names(listing)[-1] == "c.gguf"


def test_a_file_that_was_still_being_copied_is_read_again(folder: Path) -> None:
    half = folder / "half.gguf"
    half.write_bytes(gguf()[:40])
    age(folder)
    listing = ModelListing([folder])
    assert listing.models()[-1].context_tokens == 8192
    half.write_bytes(gguf([TINY_PAIRS[0], number("llama.context_length", 512)]))
    age(folder)
    assert listing.models()[-1].context_tokens == 512


def test_a_link_to_nowhere_is_listed_and_told_when_it_is_used(folder: Path) -> None:
    (folder / "z.gguf").symlink_to(folder / "gone")
    assert ModelListing([folder]).models()[-1].context_tokens == 8192


@pytest.mark.timeout(30)
def test_a_pipe_beside_the_models_holds_nothing_up(folder: Path) -> None:
    os.mkfifo(folder / "a pipe.gguf")
    assert "a pipe" in [info.ref.name for info in ModelListing([folder]).models()]
