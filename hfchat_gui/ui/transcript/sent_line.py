"""The line above the first turn that is still sent: those above were left out for want of room."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from hfchat_gui.ui.look.palette import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from hfchat_gui.ui.transcript.commands import TurnCommand
from hfchat_gui.ui.transcript.controls import (
    Control,
    ControlKind,
    Look,
    control_width,
    paint_control,
)
from hfchat_gui.ui.transcript.style import Style

WORDS = "The turns above are not sent to the model any more"
SEND_AGAIN = "Send them again"
_NAME = "Send the turns above again"
_FLAGS = Qt.AlignmentFlag.AlignCenter.value | Qt.TextFlag.TextWordWrap.value


def sent_line_height(width: int, style: Style) -> int:
    """Return how much room the line and its button take, with the gaps around them."""
    return ceil(_button_rect(width, style).bottom()) + SPACE_L


def sent_line_control(width: int, style: Style) -> Control:
    """Return the button under the line, which takes back that turns are left out."""
    return Control(
        ControlKind.COMMAND,
        _NAME,
        SEND_AGAIN,
        look=Look.SECONDARY,
        rect=_button_rect(width, style),
        command=TurnCommand.SEND_ALL,
    )


def paint_sent_line(
    painter: QPainter,
    width: int,
    style: Style,
    *,
    hovered: Control | None = None,
    focused: Control | None = None,
) -> None:
    """Draw the words in the middle of a hairline and the button, at the painter's origin."""
    words = _words_rect(width, style)
    painter.setFont(style.small)
    painter.setPen(style.palette.text_secondary)
    painter.drawText(words, _FLAGS, WORDS)
    y = round(words.center().y())
    for left, right in ((0.0, words.left() - SPACE_M), (words.right() + SPACE_M, float(width))):
        painter.fillRect(QRectF(left, y, right - left, 1), style.palette.control_border)
    button = sent_line_control(width, style)
    is_hovered, is_focused = button.is_same(hovered), button.is_same(focused)
    paint_control(painter, button, style, hovered=is_hovered, focused=is_focused)


def _words_rect(width: int, style: Style) -> QRectF:
    room = QRectF(0, 0, max(40, width - 2 * (SPACE_L + SPACE_M)), 10_000)
    rect = QFontMetricsF(style.small).boundingRect(room, _FLAGS, WORDS)
    wide, high = ceil(rect.width()) + 1, ceil(rect.height())
    return QRectF((width - wide) / 2, SPACE_S, wide, high)


def _button_rect(width: int, style: Style) -> QRectF:
    wide = min(ceil(control_width(SEND_AGAIN, "", style)), width)
    top = _words_rect(width, style).bottom() + SPACE_XS
    return QRectF((width - wide) // 2, top, wide, style.button)
