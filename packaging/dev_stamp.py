"""Remembers in one small file what a finished set-up was made from, so that a start is quick."""

from __future__ import annotations

import json
import os
import sys
import zlib
from pathlib import Path

from dev_places import LOCK, MODEL, MODELS, PACKAGE_VENV, ROOT, VENV, python_of, site_packages
from dev_requirements import PACKAGE

_VERIFIED = MODELS / ".verified"
_FORM = 2  # change it when .venv is laid out differently


def key() -> str:
    """What .venv depends on: the lock, the Python, the place, the way it is made."""
    lock = zlib.crc32(LOCK.read_bytes())  # tells a change; hashlib takes longer to load
    return f"{_FORM} {lock} {sys.version_info[0]}.{sys.version_info[1]} {ROOT}"


def done(part: str) -> bool:
    """True if this part was set up from the same things and is still whole."""
    try:
        stamp = json.loads(_path(part).read_text("utf-8"))
        installed = set(os.listdir(site_packages(_home(part)))) if stamp["installed"] else set()
    except (OSError, ValueError, KeyError):
        return False
    whole = installed.issuperset(stamp["installed"]) and python_of(_home(part)).exists()
    return bool(stamp["key"] == key() and whole)


def write(part: str, *, with_packages: bool) -> None:
    """Say that this part is complete; the last act of setting it up."""
    installed = sorted(os.listdir(site_packages(_home(part)))) if with_packages else []
    replace(_path(part), json.dumps({"key": key(), "installed": installed}))


def model_is_there() -> bool:
    """True if the starter model is the file that was verified, by its size and time."""
    try:
        return bool(json.loads(_VERIFIED.read_text("utf-8")) == _size_and_time())
    except (OSError, ValueError):
        return False


def write_model() -> None:
    """Say that the starter model has been verified as it is now."""
    replace(_VERIFIED, json.dumps(_size_and_time()))


def _size_and_time() -> dict[str, int]:
    stat = MODEL.stat()
    return {"size": stat.st_size, "time": stat.st_mtime_ns}


def replace(path: Path, text: str) -> None:
    """Write a small file so that it is either the old one or the new one."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        fresh.write_text(text, "utf-8")
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def _home(part: str) -> Path:
    return PACKAGE_VENV if part == PACKAGE else VENV


def _path(part: str) -> Path:
    return _home(part) / f"{part}.done"
