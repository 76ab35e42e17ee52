"""Where things lie in this checkout."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BUILD = ROOT / "build"
DIST = ROOT / "dist"
PACKAGE_VENV = BUILD / "venv"
LOCK = ROOT / "requirements.lock"
MODELS = ROOT / "resources" / "models"
MODEL = MODELS / "SmolLM2-135M-Instruct.Q4_1.gguf"

IS_WINDOWS = os.name == "nt"
IS_LINUX = sys.platform.startswith("linux")
LAUNCHER = VENV / ("Scripts/hfchat.cmd" if IS_WINDOWS else "bin/hfchat")
PROGRAM = ("-P", "-m", "hfchat_gui")  # -P: no file in the person's folder shadows a module


def python_of(venv: Path) -> Path:
    """The Python of a virtual environment."""
    return venv / ("Scripts/python.exe" if IS_WINDOWS else "bin/python")


PYTHON = python_of(VENV)


def site_packages(venv: Path = VENV) -> Path:
    """The folder in a virtual environment that packages are installed into."""
    if IS_WINDOWS:
        return venv / "Lib" / "site-packages"
    return venv / "lib" / "python{}.{}".format(*sys.version_info[:2]) / "site-packages"
