"""What an ELF file needs is read without any tool, from real files."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import dev_elf
import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="ELF is Linux's")


def real_file() -> Path:
    """A compiled module that is always there."""
    spec = importlib.util.find_spec("msgspec._core")
    assert spec
    assert spec.origin
    return Path(spec.origin)


@pytest.mark.skipif(not shutil.which("readelf"), reason="needs readelf")
@pytest.mark.parametrize("file", [real_file(), Path(sys.executable).resolve()], ids=["so", "exe"])
def test_it_is_read_as_readelf_reads_it(file: Path) -> None:
    told = subprocess.run(
        ["readelf", "-dVW", str(file)], capture_output=True, text=True, check=True
    ).stdout
    needs = dev_elf.read(file)
    assert needs.needed == set(re.findall(r"Shared library: \[(.+?)\]", told))
    versions = {version for _, version in needs.versions}
    assert versions == set(re.findall(r"Name: (\S+)  Flags", told))
    assert any(version.startswith("GLIBC_") for version in versions)


def test_a_file_of_another_kind_is_no_elf(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("text")
    assert not dev_elf.is_elf(text)
    assert dev_elf.is_elf(real_file())
    with pytest.raises(dev_elf.NotReadable, match="no 64-bit ELF"):
        dev_elf.read(text)


@pytest.mark.parametrize("size", [16, 100, 10_000])
def test_half_a_file_is_called_damaged(tmp_path: Path, size: int) -> None:
    half = tmp_path / "half.so"
    half.write_bytes(real_file().read_bytes()[:size])
    with pytest.raises(dev_elf.NotReadable, match="damaged"):
        dev_elf.read(half)


def test_a_file_without_its_table_is_not_passed_over(tmp_path: Path) -> None:
    bare = bytearray(real_file().read_bytes())
    bare[0x28:0x30] = bytes(8)
    file = tmp_path / "bare.so"
    file.write_bytes(bare)
    with pytest.raises(dev_elf.NotReadable, match="no table of sections"):
        dev_elf.read(file)
