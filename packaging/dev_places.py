"""Where things lie in this checkout."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.lock"
MODELS = ROOT / "resources" / "models"
MODEL = MODELS / "SmolLM2-135M-Instruct.Q4_1.gguf"

IS_WINDOWS = os.name == "nt"
IS_LINUX = sys.platform.startswith("linux")
LAUNCHER = VENV / ("Scripts/hfchat.cmd" if IS_WINDOWS else "bin/hfchat")
PROGRAM = ("-P", "-m", "hfchat_gui")  # -P: no file in the person's folder shadows a module
PYTHON = VENV / ("Scripts/python.exe" if IS_WINDOWS else "bin/python")


def site_packages() -> Path:
    """The folder in .venv that packages are installed into."""
    if IS_WINDOWS:
        return VENV / "Lib" / "site-packages"
    return VENV / "lib" / "python{}.{}".format(*sys.version_info[:2]) / "site-packages"
