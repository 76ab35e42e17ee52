"""Draws the picker's rows: names to the left, marks after them, what is known to the right."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from hfchat_gui.ui.look.fonts import small_font, with_text
from hfchat_gui.ui.look.icons import paint_icon
from hfchat_gui.ui.look.palette import ICON_SIZE, SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.model_picker.offer_rows import OfferRole
from hfchat_gui.ui.model_picker.offers import Heading, Line, Offer
from hfchat_gui.ui.side_panel.conversation_delegate import paint_row_background
from hfchat_gui.ui.wording import SOURCE_ICONS

TRY_AGAIN = "Try again"
_SLACK = 2  # pixels: metrics are rounded, and a name that would just fit is not to be cut
_LEFT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine)
_RIGHT = int(
    Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight | Qt.TextFlag.TextSingleLine
)
_LOW = int(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine)


def arrow_room() -> int:
    """Return the width in pixels, at a row's right end, in which a click opens the choices."""
    return with_text(ICON_SIZE) + 2 * SPACE_S


class RowPainter(QStyledItemDelegate):
    """Every row has the same height."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(0, option.fontMetrics.height() + SPACE_L)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row = index.data(OfferRole.ROW)
        if isinstance(row, Heading):
            _paint_heading(painter, option.rect, row)
        elif isinstance(row, Line):
            _paint_line(painter, option, row)
        elif isinstance(row, Offer):
            _paint_offer(painter, option, row, is_choice=index.parent().isValid())
        painter.restore()


def _paint_heading(painter: QPainter, rect: QRect, row: Heading) -> None:
    painter.setPen(theme().palette.text_secondary)
    line = rect.adjusted(SPACE_S, 0, -SPACE_S, -SPACE_XS)
    text = f"{row.text} · {row.place}" if row.place else row.text
    painter.setFont(small_font())
    _write(painter, line, _LOW, text)


def _paint_line(painter: QPainter, option: QStyleOptionViewItem, row: Line) -> None:
    palette = theme().palette
    rect: QRect = option.rect
    line = rect.adjusted(2 * SPACE_S + with_text(ICON_SIZE) + 2, 0, -SPACE_S, 0)
    painter.setFont(small_font())
    if row.retry:
        paint_row_background(painter, QRectF(rect), _without_focus(option))
        painter.setPen(palette.accent)
        taken = _write(painter, line, _RIGHT, TRY_AGAIN)
        line.setRight(line.right() - taken - SPACE_M)
        mark = _icon_at(rect, rect.left() + SPACE_S)
        paint_icon(painter, "circle-alert", mark, palette.text_secondary)
    painter.setPen(palette.text_secondary)
    _write(painter, line, _LEFT, row.cause, Qt.TextElideMode.ElideRight)


def _paint_offer(
    painter: QPainter, option: QStyleOptionViewItem, offer: Offer, *, is_choice: bool
) -> None:
    palette = theme().palette
    rect: QRect = option.rect
    paint_row_background(painter, QRectF(rect), _without_focus(option))
    line = rect.adjusted(2 * SPACE_S + with_text(ICON_SIZE) + 2, 0, -SPACE_S, 0)
    if is_choice:
        line.setLeft(line.left() + SPACE_S)
    else:
        mark = _icon_at(rect, rect.left() + SPACE_S)
        paint_icon(painter, SOURCE_ICONS[offer.model.source], mark, palette.text_secondary)
    if offer.info is not None:
        line.setRight(rect.right() - arrow_room())
        is_open = bool(option.state & QStyle.StateFlag.State_Open)
        arrow = _icon_at(rect, line.right() + SPACE_S)
        name = "chevron-down" if is_open else "chevron-right"
        paint_icon(painter, name, arrow, palette.text_secondary)
    title_width = option.fontMetrics.horizontalAdvance(offer.title)
    painter.setPen(palette.text_secondary)
    hint = QRect(line)
    rest = line.width() - title_width - SPACE_M - _SLACK
    hint.setLeft(line.right() - max(line.width() // 3, rest))
    painter.setFont(small_font())
    taken = _write(painter, hint, _RIGHT, offer.hint, Qt.TextElideMode.ElideRight)
    line.setRight(line.right() - (taken + SPACE_M if taken else 0))
    painter.setPen(palette.text)
    painter.setFont(option.font)
    used = _write(painter, line, _LEFT, offer.title)
    line.setLeft(line.left() + used + SPACE_S)
    _paint_marks(painter, line, offer.marks)


def _paint_marks(painter: QPainter, room: QRect, marks: tuple[str, ...]) -> None:
    """Draw the marks that fit, each in a frame; what does not fit is in the tooltip."""
    palette = theme().palette
    font = small_font()
    metrics = QFontMetrics(font)
    left = room.left()
    for mark in marks:
        width = metrics.horizontalAdvance(mark) + 2 * SPACE_XS + 2
        if left + width > room.right():
            return
        frame = QRectF(left + 0.5, 0.5, width, metrics.height() + 1)
        frame.moveTop(room.center().y() - frame.height() / 2 + 0.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(palette.hairline, 1))
        painter.drawRoundedRect(frame, SPACE_XS, SPACE_XS)
        painter.setPen(palette.text_secondary)
        painter.setFont(font)
        painter.drawText(frame, int(Qt.AlignmentFlag.AlignCenter), mark)
        left += width + SPACE_XS


def _write(
    painter: QPainter,
    room: QRect,
    flags: int,
    text: str,
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
) -> int:
    """Draw one line in the painter's font, cut to the room; return the width that it took."""
    metrics = painter.fontMetrics()
    shown = metrics.elidedText(text, mode, max(room.width(), 0))
    painter.drawText(room, flags, shown)
    return metrics.horizontalAdvance(shown)


def _icon_at(row: QRect, left: int) -> QRectF:
    side = with_text(ICON_SIZE)
    return QRectF(left, row.center().y() - side / 2 + 1, side, side)


def _without_focus(option: QStyleOptionViewItem) -> QStyle.StateFlag:
    state: QStyle.StateFlag = option.state
    return state & ~QStyle.StateFlag.State_HasFocus
