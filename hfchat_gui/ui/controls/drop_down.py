"""A list that drops down, drawn like the fields around it: the style's own looks like a button."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from hfchat_gui.ui.look.fonts import with_text
from hfchat_gui.ui.look.icons import paint_icon
from hfchat_gui.ui.look.palette import FOCUS_RING, ICON_SIZE, RADIUS_CONTROL, SPACE_S
from hfchat_gui.ui.look.theme import theme

_AROUND = 16  # pixels above and below the text, as in a field


class DropDown(QComboBox):
    """The wheel scrolls the page that it is on, and changes nothing here."""

    def __init__(self, name: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme().changed.connect(self.update)

    # Qt's own names.

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.fontMetrics().height() + _AROUND)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = theme().palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_focused = self.hasFocus()
        width = FOCUS_RING if is_focused else 1
        painter.setPen(QPen(palette.accent if is_focused else palette.control_border, width))
        painter.setBrush(palette.hover if self.underMouse() else palette.window)
        frame = QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
        painter.drawRoundedRect(frame, RADIUS_CONTROL, RADIUS_CONTROL)
        side = with_text(ICON_SIZE)
        arrow = QRectF(0, (self.height() - side) / 2, side, side)
        arrow.moveRight(self.width() - SPACE_S)
        paint_icon(painter, "chevron-down", arrow, palette.text_secondary)
        room = self.rect().adjusted(SPACE_S + 3, 0, -(2 * SPACE_S + side), 0)
        painter.setPen(palette.text)
        shown = self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), shown)
        painter.end()
