"""Finds the program's own files alike from a checkout, an installed wheel and a frozen program."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path


def resources_folders() -> tuple[Path, ...]:
    """Return the folders named `resources` that may hold them, in order of preference.

    They stand beside the package in a checkout and inside it in a wheel; a frozen program carries
    one, and one may lie beside it.
    """
    package = Path(__file__).resolve().parents[1]
    roots = [package.parent, package]
    if getattr(sys, "frozen", False):
        beside = Path(sys.executable).parent
        roots = [Path(getattr(sys, "_MEIPASS", beside)), beside]
    return tuple(root / "resources" for root in roots)


@cache
def resources_of(kind: str) -> Path:
    """Return the folder that holds resources of this kind, such as `icons`.

    Raises `FileNotFoundError` where there is none.
    """
    for folder in resources_folders():
        if (folder / kind).is_dir():
            return folder / kind
    raise FileNotFoundError(f"The program's own {kind} are missing: install it again")
