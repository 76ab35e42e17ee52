"""Freezes the program into a folder, and sees that every system it is meant for can load it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import dev_elf
import dev_libraries
from dev_places import BUILD, PACKAGE_VENV, ROOT, python_of
from dev_say import Fault, say

FROZEN = BUILD / "frozen" / "hfchat"

# What Debian 12 has: the oldest system the package is for.
NEWEST = {"GLIBC": (2, 36), "GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13)}

_VERSION = re.compile(r"(GLIBC|GLIBCXX|CXXABI)_(\d+(?:\.\d+)*)")


def freeze() -> Path:
    """Make the folder anew and return it."""
    say("Freezing the program …")
    output = BUILD / "pyinstaller.log"
    output.parent.mkdir(parents=True, exist_ok=True)
    command = [
        *(str(python_of(PACKAGE_VENV)), "-m", "PyInstaller", "--noconfirm", "--clean"),
        *("--distpath", str(FROZEN.parent), "--workpath", str(BUILD / "pyinstaller")),
        str(ROOT / "packaging" / "hfchat.spec"),
    ]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    with output.open("w", encoding="utf-8") as file:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=kept | {"PYINSTALLER_CONFIG_DIR": str(BUILD / "pyinstaller-cache")},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if done.returncode:
        raise Fault(f"PyInstaller could not freeze the program: {output} says why.")
    drop_links_to_nothing(FROZEN)
    _drop_debug_symbols(FROZEN)
    if problems := unfit_files(FROZEN):
        raise Fault("\n".join(["The folder cannot be shipped:", *problems]))
    return FROZEN


def elf_files(folder: Path) -> list[Path]:
    """Every ELF file below the folder."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sorted(path for path in files if dev_elf.is_elf(path))


def drop_links_to_nothing(folder: Path) -> None:
    """Remove the links that PyInstaller made to libraries we then left out."""
    for path in list(folder.rglob("*")):
        if path.is_symlink() and not path.exists():
            path.unlink()


def names_in(folder: Path) -> set[str]:
    """The names under which the files below the folder can be loaded."""
    return {path.name for path in folder.rglob("*") if path.exists()}


def unfit_files(folder: Path) -> list[str]:
    """A sentence for each file that a clean system of the oldest kind could not load."""
    files = elf_files(folder)
    there = names_in(folder)
    problems = []
    for file in files:
        place = file.relative_to(folder)
        try:
            needs = dev_elf.read(file)
        except dev_elf.NotReadable as error:
            problems.append(f"{place} cannot be checked: {error}.")
            continue
        problems += [f"{place} needs {one}." for one in sorted(_too_new(needs))]
        unknown = needs.needed - there - set(dev_libraries.PACKAGES)
        problems += [
            f"{place} needs {name}, which is neither in the folder nor in dev_libraries.py."
            for name in sorted(unknown)
        ]
    return problems


def _too_new(needs: dev_elf.Elf) -> set[str]:
    found = set()
    for _library, version in needs.versions:
        if match := _VERSION.fullmatch(version):
            numbers = tuple(int(part) for part in match[2].split("."))
            if numbers > NEWEST[match[1]]:
                newest = ".".join(str(part) for part in NEWEST[match[1]])
                found.add(f"{version}, and {match[1]}_{newest} is the newest allowed")
    return found


def _drop_debug_symbols(folder: Path) -> None:
    """Strip what nothing but a debugger reads; in the engine it is three quarters of the file."""
    strip = shutil.which("strip")
    if strip is None:
        raise Fault("strip is missing: install binutils and start again.")
    large = [str(file) for file in elf_files(folder) if dev_elf.read(file).has_debug_symbols]
    if large:
        subprocess.run([strip, "--strip-debug", *large], check=True)
