"""Runs first in the frozen program: gives what it starts the library path that the person had.

The frozen program's own loader needs another one, once; a browser that inherited it would load our
libraries in place of its own.
"""

from __future__ import annotations

import os


def restore(environment: os._Environ[str] | dict[str, str]) -> None:
    """Undo what PyInstaller's loader did to the variable."""
    original = environment.pop("LD_LIBRARY_PATH_ORIG", None)
    if original is not None:
        environment["LD_LIBRARY_PATH"] = original
    else:
        environment.pop("LD_LIBRARY_PATH", None)


if __name__ == "__main__":
    restore(os.environ)
