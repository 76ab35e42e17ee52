"""Looks how large the Debian package of the program is, where it has been made."""

from __future__ import annotations

from tests.bench.measured import Measured
from tests.bench.surroundings import ROOT

MOST = 80.0  # MB, of a million bytes
_WHAT = "Debian package without the model"


def measure() -> list[Measured]:
    """Tell the size of the newest one."""
    files = sorted((ROOT / "dist").glob("hfchat_*.deb"), key=lambda file: file.stat().st_mtime)
    if not files:
        return [Measured(_WHAT, "not made yet: dev.py package makes it")]
    size = files[-1].stat().st_size / 1e6
    return [Measured(_WHAT, files[-1].name, figure=size, form="{:.1f} MB", most=MOST)]
