"""A check box in our colours, with our tick: the style's own is too faint to be seen as one."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QWidget

from hfchat_gui.ui.look.fonts import with_text
from hfchat_gui.ui.look.icons import paint_icon
from hfchat_gui.ui.look.palette import FOCUS_RING, ICON_SIZE, RADIUS_CONTROL, SPACE_S
from hfchat_gui.ui.look.theme import theme


class CheckBox(QCheckBox):
    """Two states, one line of text."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme().changed.connect(self.updateGeometry)
        theme().changed.connect(self.update)

    # Qt's own names.

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = metrics.horizontalAdvance(self.text()) + with_text(ICON_SIZE) + 3 * SPACE_S
        return QSize(width, metrics.height() + SPACE_S)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, position: QPoint) -> bool:
        return self.rect().contains(position)

    def paintEvent(self, event: QPaintEvent) -> None:
        palette, side = theme().palette, with_text(ICON_SIZE)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QPen(palette.accent, FOCUS_RING))
            ring = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(ring, RADIUS_CONTROL, RADIUS_CONTROL)
        top = (self.height() - side) / 2
        box = QRectF(SPACE_S, top, side, side)
        checked = self.isChecked()
        painter.setPen(QPen(palette.accent if checked else palette.control_border, 1))
        painter.setBrush(palette.accent if checked else palette.window)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        if checked:
            paint_icon(painter, "check", box.adjusted(2, 2, -2, -2), palette.text_on_accent)
        painter.setPen(palette.text)
        line = self.rect().adjusted(2 * SPACE_S + side, 0, 0, 0)
        painter.drawText(line, int(Qt.AlignmentFlag.AlignVCenter), self.text())
        painter.end()
