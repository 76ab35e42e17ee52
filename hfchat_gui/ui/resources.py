"""Finds the files in resources/ alike from a checkout, an installed wheel and a frozen program."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path


@cache
def resources_folder() -> Path:
    """Return the folder that holds `icons/`; raise `FileNotFoundError` where there is none."""
    package = Path(__file__).resolve().parents[1]
    frozen = getattr(sys, "_MEIPASS", None)
    places = [Path(frozen)] if frozen else [package.parent, package]
    for place in places:
        folder = place / "resources"
        if (folder / "icons").is_dir():
            return folder
    raise FileNotFoundError("The program's own resources folder is missing: install it again")
