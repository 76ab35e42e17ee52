"""Writes requirements.lock anew from pyproject.toml, for every system and Python at once."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from dev_places import IS_WINDOWS, ROOT
from dev_requirements import BENCH, DEVELOPMENT, DIVIDERS, PACKAGE
from dev_say import Fault

_HEAD = "# Written by `python3 packaging/dev.py lock`; not by hand.\n"
_RESOLVER = "uv>=0.9"
_EXTRAS = {DEVELOPMENT: ["dev"], PACKAGE: ["package"], BENCH: ["dev", "bench"]}


def write(lock: Path, *, upgrade: bool) -> None:
    """Resolve the program, then tests and packaging on top of it, and write what each adds."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        uv = _resolver(place)
        known = lock.read_text("utf-8") if lock.exists() and not upgrade else ""
        for name in ("runtime.txt", *(f"{part}.txt" for part in DIVIDERS)):
            (place / name).write_text(known, "utf-8")
        _resolve(uv, place / "runtime.txt")
        found = {"": _entries((place / "runtime.txt").read_text("utf-8"))}
        text = _HEAD + "".join(found[""])
        for part, extras in _EXTRAS.items():
            output = place / f"{part}.txt"
            below = DEVELOPMENT if part == BENCH else "runtime"
            chosen = [f"--extra={extra}" for extra in extras]
            _resolve(uv, output, *chosen, "--constraint", str(place / f"{below}.txt"))
            found[part] = _entries(output.read_text("utf-8"))
            there = [*found[""], *(found[DEVELOPMENT] if part == BENCH else [])]
            added = [entry for entry in found[part] if entry not in there]
            text += f"\n{DIVIDERS[part]}\n" + "".join(added)
        lock.write_text(text, "utf-8")


def _resolver(place: Path) -> Path:
    """Install uv into a virtual environment that is thrown away afterwards."""
    venv.create(place / "venv", with_pip=True)
    programs = place / "venv" / ("Scripts" if IS_WINDOWS else "bin")
    _must([str(programs / "python"), "-m", "pip", "install", "--quiet", _RESOLVER])
    return programs / "uv"


def _resolve(uv: Path, output: Path, *more: str) -> None:
    """Resolve for all systems; no index address and no remarks go into the file."""
    form = ["--universal", "--generate-hashes", "--no-header", "--no-annotate", "--quiet"]
    lowest = ["--python-version", "3.11"]
    _must([str(uv), "pip", "compile", *form, *lowest, *more, "pyproject.toml", "-o", str(output)])


def _entries(text: str) -> list[str]:
    """Split a requirements file into its packages, each with the lines of its hashes."""
    entries: list[str] = []
    for line in text.splitlines(keepends=True):
        if line.startswith(" "):
            entries[-1] += line
        elif line.strip() and not line.startswith("#"):
            entries.append(line)
    return entries


def _must(command: list[str]) -> None:
    done = subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.stderr.write(done.stderr)
        raise Fault("The lock stays as it was: resolving failed, for the reason above.")
