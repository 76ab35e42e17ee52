"""Draws the program's icon in the sizes that desktops ask for; run by the Python that has Qt."""

from __future__ import annotations

import sys
from pathlib import Path

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)


def draw(source: Path, folder: Path) -> None:
    """Write one PNG a size, where the hicolor theme has its place below `folder`."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    application = QGuiApplication(["icons", "-platform", "offscreen"])
    for size in SIZES:
        picture = QImage(size, size, QImage.Format.Format_ARGB32)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        QSvgRenderer(str(source)).render(painter)
        painter.end()
        file = folder / f"{size}x{size}" / "apps" / f"{source.stem}.png"
        file.parent.mkdir(parents=True)
        if not picture.save(str(file)):
            raise SystemExit(f"{file} could not be written.")
    del application


if __name__ == "__main__":
    draw(Path(sys.argv[1]), Path(sys.argv[2]))
