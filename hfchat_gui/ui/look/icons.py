"""Icons as vectors: one SVG family, tinted by the palette, sharp at every scale."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from hfchat_gui.conversation.resources import resources_of


@lru_cache(maxsize=256)
def icon(name: str, colour_name: str) -> QIcon:
    """Return the icon `name` (a file of resources/icons) in the colour `#rrggbb`.

    Raises `FileNotFoundError` for a name that is not there.
    """
    _renderer(name, colour_name)
    return QIcon(_SvgEngine(name, colour_name))


def paint_icon(painter: QPainter, name: str, rect: QRectF, colour: QColor) -> None:
    """Draw the icon `name` into `rect`."""
    _renderer(name, colour.name()).render(painter, rect)


@lru_cache(maxsize=256)
def _renderer(name: str, colour_name: str) -> QSvgRenderer:
    text = (resources_of("icons") / f"{name}.svg").read_text(encoding="utf-8")
    tinted = text.replace("currentColor", colour_name)
    return QSvgRenderer(QByteArray(tinted.encode()))


class _SvgEngine(QIconEngine):
    """Draws the SVG at whatever size Qt asks for."""

    def __init__(self, name: str, colour_name: str) -> None:
        super().__init__()
        self._name = name
        self._colour_name = colour_name

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        if mode == QIcon.Mode.Disabled:
            painter.setOpacity(0.5)
        side = min(rect.width(), rect.height())  # what is wider leaves room before a text
        square = QRectF(rect.x(), rect.y() + (rect.height() - side) / 2, side, side)
        _renderer(self._name, self._colour_name).render(painter, square)
        painter.setOpacity(1.0)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        painter.end()
        return pixmap

    def clone(self) -> QIconEngine:
        return _SvgEngine(self._name, self._colour_name)
