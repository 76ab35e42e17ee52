"""The card of a failed reply: its cause in words, one next step, and details that open."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QPen, QTextCharFormat, QTextCursor, QTextDocument

from hfchat_gui.conversation.errors import ActionKind, ErrorRecord
from hfchat_gui.ui.icons import paint_icon
from hfchat_gui.ui.palette import ICON_SIZE, RADIUS_CARD, SPACE_L, SPACE_M, SPACE_S
from hfchat_gui.ui.transcript.controls import (
    Control,
    ControlKind,
    Look,
    control_height,
    control_width,
)
from hfchat_gui.ui.transcript.document_piece import DocumentPiece, airy_lines, whole
from hfchat_gui.ui.transcript.piece import Canvas
from hfchat_gui.ui.transcript.plain_piece import estimated_height
from hfchat_gui.ui.transcript.style import Style


def error_controls(error: ErrorRecord, *, is_open: bool) -> list[Control]:
    """Return the buttons that a card for this error has, without their places."""
    found = []
    if error.action.kind is not ActionKind.NONE:
        icon = "external-link" if error.action.kind is ActionKind.OPEN_PAGE else ""
        label = error.action.label
        found.append(Control(ControlKind.ACTION, label, label, icon, Look.PRIMARY))
    if error.detail:
        name = "Hide details" if is_open else "Details"
        found.append(Control(ControlKind.DETAILS, name, name, look=Look.SECONDARY))
    return found


class ErrorPiece(DocumentPiece):
    """Shows an error; `is_open` says whether its details are shown."""

    gap = SPACE_M
    left = SPACE_L + ICON_SIZE + SPACE_M
    top = SPACE_M
    right = SPACE_L

    def __init__(self, error: ErrorRecord, *, is_open: bool) -> None:
        super().__init__()
        self._error = error
        self._is_open = is_open
        self._controls: list[Control] = []
        self._width = 0

    @property
    def source(self) -> str:
        detail = self._error.detail if self._is_open else ""
        return "\n".join(filter(None, (self._error.message, detail)))

    def build(self, document: QTextDocument, style: Style) -> None:
        document.setDefaultFont(style.body)
        document.setPlainText(self._error.message)
        strong = QTextCharFormat()
        strong.setFontWeight(QFont.Weight.DemiBold)
        whole(document).mergeCharFormat(strong)
        if self._is_open and self._error.detail:
            quiet = QTextCharFormat()
            quiet.setFont(style.small)
            quiet.setForeground(style.palette.text_secondary)
            end = QTextCursor(document)
            end.movePosition(QTextCursor.MoveOperation.End)
            end.insertText("\n" + self._error.detail, quiet)
        whole(document).mergeBlockFormat(airy_lines(style.body_line))

    def estimate(self, width: int, style: Style) -> int:
        text = estimated_height(self._error.message, width - 60, style.body_char, style.body_line)
        return text + 60

    def measure(self, width: int, style: Style) -> None:
        super().measure(width, style)
        self._width = width
        self._controls = self._placed(self.offered(), style)
        if self._controls:
            self.height += SPACE_M + ceil(control_height(style))
        self.height += SPACE_L

    def _placed(self, controls: list[Control], style: Style) -> list[Control]:
        placed = []
        at = float(self.left)
        height = control_height(style)
        for control in controls:
            width = control_width(control.text, control.icon, style)
            rect = QRectF(at, self.height + SPACE_M, width, height)
            at += width + SPACE_S
            placed.append(
                Control(control.kind, control.name, control.text, control.icon, control.look, rect)
            )
        return placed

    def controls(self) -> list[Control]:
        return self._controls

    def offered(self) -> list[Control]:
        return error_controls(self._error, is_open=self._is_open)

    def paint(self, canvas: Canvas) -> None:
        painter, palette = canvas.painter, canvas.style.palette
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        painter.setPen(QPen(palette.danger, 1))
        painter.setBrush(palette.window)
        edge = QRectF(0.5, 0.5, self._width - 1, self.height - 1)
        painter.drawRoundedRect(edge, RADIUS_CARD, RADIUS_CARD)
        top = self.top + (canvas.style.body_line - ICON_SIZE) / 2
        box = QRectF(SPACE_L, top, ICON_SIZE, ICON_SIZE)
        paint_icon(painter, "circle-alert", box, palette.danger)
        super().paint(canvas)
        canvas.paint_controls(self._controls)
