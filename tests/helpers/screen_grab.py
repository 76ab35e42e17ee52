"""Saves the whole screen as a PNG; run as a program of its own, beside the one it looks at."""

from __future__ import annotations

import sys

from PySide6.QtGui import QGuiApplication


def main() -> int:
    """Grab the root window of the display into the file named on the command line."""
    app = QGuiApplication(sys.argv)
    return 0 if app.primaryScreen().grabWindow(0).save(sys.argv[1]) else 1


if __name__ == "__main__":
    sys.exit(main())
