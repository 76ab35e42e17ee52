"""Draws the rows of the conversation list."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from hfchat_gui.ui.look.fonts import small_font, with_text
from hfchat_gui.ui.look.icons import paint_icon
from hfchat_gui.ui.look.palette import (
    FOCUS_RING,
    ICON_SIZE,
    RADIUS_CONTROL,
    SPACE_S,
    SPACE_XS,
)
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.side_panel.conversation_rows import Index, RowRole

DOT = 7


class ConversationDelegate(QStyledItemDelegate):
    """Draws headings small, conversations with their state.

    `more_id` is the row on which the button of actions stands; its title makes `more_width` room.
    """

    more_id = ""
    more_width = 0

    def _paint_heading(self, painter: QPainter, index: Index, rect: QRect) -> None:
        painter.setFont(small_font())
        painter.setPen(theme().palette.text_secondary)
        line = rect.adjusted(SPACE_S, 0, -SPACE_S, -SPACE_S // 2)
        flags = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft
        painter.drawText(line, int(flags), str(index.data()))

    def _paint_conversation(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index, rect: QRect
    ) -> None:
        palette = theme().palette
        state: QStyle.StateFlag = option.state
        paint_row_background(painter, QRectF(rect), state)
        replying = bool(index.data(RowRole.IS_REPLYING))
        # In the chat on screen it is read in the message field.
        drafted = index.data(RowRole.HAS_DRAFT) and not state & QStyle.StateFlag.State_Selected
        side = with_text(ICON_SIZE)
        taken = 2 * DOT if replying else side + SPACE_XS if drafted else 0
        if index.data(RowRole.ID) == self.more_id:
            taken += self.more_width
        line = rect.adjusted(SPACE_S, 0, -SPACE_S - taken, 0)
        metrics = option.fontMetrics
        text = metrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, line.width())
        painter.setPen(palette.text)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(line, int(flags | Qt.TextFlag.TextSingleLine), text)
        if drafted and not replying:
            mark = QRectF(line.right() + 1 + SPACE_XS, rect.center().y() - side / 2, side, side)
            paint_icon(painter, "pencil", mark, palette.text_secondary)
        if replying:
            x = rect.right() + 1 - SPACE_S - DOT
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.success)
            painter.drawEllipse(QRectF(x, rect.center().y() - DOT // 2, DOT, DOT))

    # Qt's own names.

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        metrics = option.fontMetrics
        return QSize(0, metrics.height() + 2 * SPACE_S)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.data(RowRole.IS_HEADING):
            self._paint_heading(painter, index, rect)
        else:
            self._paint_conversation(painter, option, index, rect)
        painter.restore()


def paint_row_background(painter: QPainter, rect: QRectF, state: QStyle.StateFlag) -> None:
    palette = theme().palette
    selected = bool(state & QStyle.StateFlag.State_Selected)
    hovered = bool(state & QStyle.StateFlag.State_MouseOver)
    focused = bool(state & QStyle.StateFlag.State_HasFocus)
    if focused:
        painter.setPen(QPen(palette.accent, FOCUS_RING))
    else:
        painter.setPen(Qt.PenStyle.NoPen)
    if selected or hovered:
        painter.setBrush(palette.selected if selected else palette.hover)
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), RADIUS_CONTROL, RADIUS_CONTROL)
