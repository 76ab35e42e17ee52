"""Which program serves at an address: found out, or chosen from the kinds that are known."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QComboBox, QWidget

from hfchat_gui.conversation.servers import SERVER_KINDS
from hfchat_gui.ui.look.fonts import with_text
from hfchat_gui.ui.look.icons import paint_icon
from hfchat_gui.ui.look.palette import FOCUS_RING, ICON_SIZE, RADIUS_CONTROL, SPACE_S
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.server_settings.check_line import kind_name

_FIND_OUT = "Find out"


class KindField(QComboBox):
    """A list of kinds that drops down, drawn like the fields around it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Kind")
        self.setToolTip("Which program serves there: HF Chat finds out unless you choose")
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.addItem(_FIND_OUT, "")
        for kind in SERVER_KINDS:
            self.addItem(kind_name(kind), kind)
        theme().changed.connect(self.update)

    @property
    def kind(self) -> str:
        """The kind that is chosen, "" where it is to be found out."""
        return str(self.currentData())

    def choose(self, kind: str) -> None:
        """Choose this kind."""
        self.setCurrentIndex(max(self.findData(kind), 0))

    def show_found(self, kind: str) -> None:
        """Say beside "Find out" what was found; the person may choose another."""
        self.setItemText(0, f"{_FIND_OUT} (found: {kind_name(kind)})")

    # Qt's own names.

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.fontMetrics().height() + 14)

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
        room = self.rect().adjusted(SPACE_S + 1, 0, -(2 * SPACE_S + side), 0)
        painter.setPen(palette.text)
        shown = self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), shown)
        painter.end()
