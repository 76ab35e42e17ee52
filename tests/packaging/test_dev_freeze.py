"""What a clean system of the oldest kind could not load is named before it is shipped."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import dev_freeze
import pytest

from tests.packaging.test_dev_elf import real_file

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="ELF is Linux's")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A frozen folder that holds one file which is fine."""
    inner = tmp_path / "_internal"
    inner.mkdir()
    shutil.copy(real_file(), inner / "fine.so")
    (tmp_path / "text.txt").write_text("nothing to load")
    return tmp_path


def plant(folder: Path, old: bytes, new: bytes) -> None:
    """Put a file beside the fine one that needs something else."""
    content = real_file().read_bytes()
    assert old in content
    assert len(old) == len(new)
    (folder / "_internal" / "planted.so").write_bytes(content.replace(old, new))


def a_version() -> bytes:
    """A version of glibc that the real file needs, with two digits behind the dot."""
    found = re.search(rb"\0(GLIBC_2\.\d\d)\0", real_file().read_bytes())
    assert found
    return found[1] + b"\0"


def test_what_debian_12_has_is_fine(folder: Path) -> None:
    assert dev_freeze.unfit_files(folder) == []


def test_a_newer_glibc_is_caught_with_the_file_that_needs_it(folder: Path) -> None:
    plant(folder, a_version(), b"GLIBC_2.37\0")
    assert dev_freeze.unfit_files(folder) == [
        "_internal/planted.so needs GLIBC_2.37, and GLIBC_2.36 is the newest allowed."
    ]


def test_the_newest_glibc_allowed_is_allowed(folder: Path) -> None:
    plant(folder, a_version(), b"GLIBC_2.36\0")
    assert dev_freeze.unfit_files(folder) == []


def test_a_library_that_no_package_is_known_for_is_caught(folder: Path) -> None:
    plant(folder, b"libc.so.6\0", b"libx.so.6\0")
    (problem,) = dev_freeze.unfit_files(folder)
    assert problem.startswith("_internal/planted.so needs libx.so.6, which is neither")


def test_a_library_that_is_in_the_folder_is_fine(folder: Path) -> None:
    plant(folder, b"libc.so.6\0", b"libx.so.6\0")
    shutil.copy(real_file(), folder / "_internal" / "libx.so.6")
    assert dev_freeze.unfit_files(folder) == []


def test_a_file_that_cannot_be_read_is_not_passed_over(folder: Path) -> None:
    (folder / "cut.so").write_bytes(real_file().read_bytes()[:100])
    (problem,) = dev_freeze.unfit_files(folder)
    assert problem.startswith("cut.so cannot be checked: it is damaged")


def test_a_link_to_what_was_left_out_goes_and_others_stay(folder: Path) -> None:
    fine, dead = folder / "fine.so", folder / "dead.so"
    fine.symlink_to("_internal/fine.so")
    dead.symlink_to("_internal/gone.so")
    dev_freeze.drop_links_to_nothing(folder)
    assert fine.exists()
    assert not dead.is_symlink()
