"""A radio button in our colours: the style's own is too faint to be seen as one."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QRadioButton, QSizePolicy, QWidget

from hfchat_gui.ui.look.fonts import with_text
from hfchat_gui.ui.look.palette import FOCUS_RING, ICON_SIZE, RADIUS_CONTROL, SPACE_S
from hfchat_gui.ui.look.theme import theme


class RadioButton(QRadioButton):
    """One of those with the same parent, of which one is on."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self._on_theme_changed)

    def _on_theme_changed(self) -> None:
        self.updateGeometry()
        self.update()

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
        middle = QPointF(SPACE_S + side / 2, self.height() / 2)
        is_on = self.isChecked()
        painter.setPen(QPen(palette.accent if is_on else palette.control_border, 1))
        painter.setBrush(palette.accent if is_on else palette.window)
        painter.drawEllipse(middle, side / 2 - 0.5, side / 2 - 0.5)
        if is_on:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.text_on_accent)
            painter.drawEllipse(middle, side / 5, side / 5)
        painter.setPen(palette.text)
        line = self.rect().adjusted(2 * SPACE_S + side, 0, 0, 0)
        painter.drawText(line, int(Qt.AlignmentFlag.AlignVCenter), self.text())
        painter.end()
