"""Gives what is measured a home and the byte code that an installed program has."""

from __future__ import annotations

import os
from pathlib import Path

from tests.helpers.isolation import isolated_environment

ROOT = Path(__file__).parents[2]


def surroundings(folder: Path) -> dict[str, str]:
    """An environment with a home in the folder; what is compiled is kept in the folder too."""
    environment = isolated_environment(folder / "home")
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["PYTHONPYCACHEPREFIX"] = os.fspath(folder / "compiled")
    environment["PYTHONPATH"] = os.fspath(ROOT)
    # A screen reader's bridge is no part of the start; few people have one running.
    environment.pop("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", None)
    environment["XDG_RUNTIME_DIR"] = os.fspath(folder / "run")
    (folder / "run").mkdir(mode=0o700, exist_ok=True)
    return environment
