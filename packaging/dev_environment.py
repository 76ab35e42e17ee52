"""Makes .venv from the lock: packages by hash, this checkout beside them, a stamp at the end."""

from __future__ import annotations

import importlib.util
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dev_requirements
import dev_stamp
from dev_causes import explain
from dev_pip import pip, runner
from dev_places import (
    IS_LINUX,
    IS_WINDOWS,
    LAUNCHER,
    PACKAGE_VENV,
    PROGRAM,
    PYTHON,
    ROOT,
    VENV,
    python_of,
    site_packages,
)
from dev_requirements import BENCH, DEVELOPMENT, PACKAGE, RUNTIME
from dev_say import Fault, say

# What is put on top of the program, each on top of the one before.
_ADDED = {
    DEVELOPMENT: "Fetching what the tests need",
    BENCH: "Fetching what HF Chat is measured beside",
}


def provide(part: str) -> None:
    """Have this part of the lock installed. Call it in one's own turn only."""
    with faults_of_disk():
        if not dev_stamp.done(RUNTIME):
            _make_anew()
        for wanted, what in _ADDED.items() if part in _ADDED else ():
            if not dev_stamp.done(wanted):
                _install(wanted, what, VENV)
                dev_stamp.write(wanted, with_packages=True)
            if wanted == part:
                break


def provide_for_packaging() -> None:
    """Have the program and PyInstaller installed where nothing else is. In one's own turn only."""
    with faults_of_disk():
        if dev_stamp.done(PACKAGE):
            return
        shutil.rmtree(PACKAGE_VENV, ignore_errors=True)
        _make_venv(PACKAGE_VENV)
        _install(RUNTIME, "Fetching what HF Chat needs", PACKAGE_VENV)
        _install(PACKAGE, "Fetching what makes a package", PACKAGE_VENV)
        dev_stamp.write(PACKAGE, with_packages=True)


def _make_anew() -> None:
    """Build .venv in its place, as its programs hold its path; without the stamp it is nothing."""
    if VENV.exists():
        say("Making .venv anew: it is not finished, has moved, or the lock or Python changed.")
    shutil.rmtree(VENV, ignore_errors=True)
    if VENV.exists():
        raise Fault(f"{VENV} cannot be removed: end what runs from it and start again.")
    try:
        _make_venv(VENV)
        _install(RUNTIME, "Fetching what HF Chat needs", VENV)
        # As code, since a bare path would be read in whatever encoding the person's locale has.
        link = f"import sys; sys.path.append({str(ROOT)!a})\n"
        (site_packages() / "hfchat.pth").write_text(link, "ascii")
        _write_launcher()
        dev_stamp.write(RUNTIME, with_packages=True)
    except BaseException:
        shutil.rmtree(VENV, ignore_errors=True)
        raise


def _write_launcher() -> None:
    """Put the program's own command into .venv, to be called or linked to from anywhere."""
    if IS_WINDOWS:
        LAUNCHER.write_text('@"%~dp0python.exe" -P -m hfchat_gui %*\r\n', "ascii")
        return
    start = shlex.join([str(PYTHON), *PROGRAM])
    LAUNCHER.write_text(f'#!/bin/sh\nexec {start} "$@"\n', "utf-8", "surrogateescape")
    LAUNCHER.chmod(0o755)


def _make_venv(venv: Path) -> None:
    """Make it without a pip of its own if this Python has one: quicker, and ensurepip is spared."""
    lent = runner()
    for module in ("venv",) if lent else ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            raise Fault(_advice_on_missing(module))
    without = ["--without-pip"] if lent else []
    done = subprocess.run(
        [base_python(), "-I", "-m", "venv", *without, str(venv)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Fault(explain(done.stdout + done.stderr))


def _advice_on_missing(module: str) -> str:
    package = "python{}.{}-venv".format(*sys.version_info[:2])
    cure = f"run `sudo apt-get install {package}`" if shutil.which("apt-get") else "install it"
    return f"This Python comes without {module}, which .venv needs: {cure} and start again."


def base_python() -> str:
    """The Python below whatever virtual environment this one runs in."""
    return str(getattr(sys, "_base_executable", "") or sys.executable)


def _install(part: str, what: str, venv: Path) -> None:
    requirements = dev_requirements.part(part)
    with scratch_folder(venv) as scratch:
        listed = scratch / "requirements.txt"
        listed.write_text(requirements, "utf-8")
        complete = [
            "--no-deps",
            "--require-hashes",
            "--only-binary=:all:",
            "--no-warn-script-location",
        ]
        pip(
            ["install", *complete, "-r", str(listed)],
            scratch=scratch,
            what=what,
            packages=dev_requirements.count(requirements),
            python=python_of(venv),
        )


@contextmanager
def scratch_folder(beside: Path) -> Iterator[Path]:
    """A folder for unfinished things on the same disk; one left by a killed set-up goes first."""
    scratch = beside / ".unfinished"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


@contextmanager
def faults_of_disk() -> Iterator[None]:
    """Turn what a disk refuses into a sentence."""
    try:
        yield
    except OSError as fault:
        place = f" at {fault.filename}" if fault.filename else ""
        raise Fault(explain(f"Errno {fault.errno}: {fault.strerror}{place}")) from fault


def is_debian_like() -> bool:
    """True where apt-get and dpkg manage the system's packages."""
    return IS_LINUX and bool(shutil.which("apt-get") and shutil.which("dpkg-query"))
