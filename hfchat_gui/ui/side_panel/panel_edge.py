"""The edge of the side panel, by which it is made wider and narrower."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from hfchat_gui.ui.look.palette import FOCUS_RING
from hfchat_gui.ui.look.theme import theme

_GRIP = 6  # pixels, all of them inside the panel
_STEP = 16
_KEYS = {Qt.Key.Key_Left: -_STEP, Qt.Key.Key_Right: _STEP}


class PanelEdge(QWidget):
    """Lies over the panel's right edge. `dragged` carries the width that is wanted, in pixels.

    `settled`: the person has let go. `reset`: the usual width is wanted.
    """

    dragged = Signal(int)
    settled = Signal()
    reset = Signal()

    def __init__(self, panel: QWidget) -> None:
        super().__init__(panel)
        self._panel = panel
        self._held: float | None = None  # how far right of the edge the pointer holds it
        self.setAccessibleName("Width of the side panel")
        self.setToolTip(
            "Drag, or press the left and right arrow keys; a double click gives the usual width"
        )
        self.setCursor(Qt.CursorShape.SplitHCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme().changed.connect(self.update)

    def place(self) -> None:
        """Lie on the edge where it is now, above all else in the panel."""
        self.setGeometry(self._panel.width() - _GRIP, 0, _GRIP, self._panel.height())
        self.raise_()

    # Qt's own names.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._held = event.globalPosition().x() - self._panel.width()
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is not None:
            self.dragged.emit(round(event.globalPosition().x() - self._held))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._held is not None and event.button() == Qt.MouseButton.LeftButton:
            self._held = None
            self.update()
            self.settled.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._held = None
        self.reset.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _KEYS.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        self.dragged.emit(self._panel.width() + step)
        self.settled.emit()

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not (self.underMouse() or self.hasFocus() or self._held is not None):
            return  # the panel's own line is seen
        palette = theme().palette
        is_taken = self.hasFocus() or self._held is not None
        painter = QPainter(self)
        colour = palette.accent if is_taken else palette.control_border
        painter.fillRect(self.width() - FOCUS_RING, 0, FOCUS_RING, self.height(), colour)
        painter.end()
