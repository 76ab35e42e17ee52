"""Draws pictures of the window for people to look at, in a desktop session of their own."""

from __future__ import annotations

from pathlib import Path

import dev_session
from dev_say import Fault


def run(arguments: list[str]) -> int:
    """Write them into the folder that is named; the exit code is the drawing's."""
    if len(arguments) != 1:
        raise Fault("Name one folder for the pictures: dev.py pictures FOLDER")
    folder = Path(arguments[0]).absolute()
    return dev_session.run_in_desktop(["-m", "tests.pictures", str(folder)])
