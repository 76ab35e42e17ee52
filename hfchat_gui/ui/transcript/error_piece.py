"""The card of a failed reply: its cause in words, the next step or two, and details that open."""

from __future__ import annotations

import re
from dataclasses import replace

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QPen, QTextCharFormat, QTextCursor, QTextDocument

from hfchat_gui.conversation.error_record import Action, ActionKind, ErrorRecord
from hfchat_gui.conversation.error_table import heading
from hfchat_gui.conversation.waits import REPEATING
from hfchat_gui.ui.look.icons import paint_icon
from hfchat_gui.ui.look.palette import RADIUS_CARD, SPACE_L, SPACE_M, SPACE_S, SPACE_XL
from hfchat_gui.ui.transcript.controls import Control, ControlKind, Look, control_width
from hfchat_gui.ui.transcript.countdown import moment, on_a_clock
from hfchat_gui.ui.transcript.document_piece import DocumentPiece, airy_lines, whole
from hfchat_gui.ui.transcript.piece import Canvas
from hfchat_gui.ui.transcript.plain_piece import estimated_height
from hfchat_gui.ui.transcript.style import Style

_DIGIT = re.compile(r"\d")


def error_controls(error: ErrorRecord, *, is_open: bool, left: int) -> list[Control]:
    """Return the buttons that a card for this error has, without their places.

    For the `left` seconds to wait what asks again counts them down, and cannot be pressed.
    """
    steps = ((error.action, Look.PRIMARY), (error.other_action, Look.SECONDARY))
    found = [
        _waiting(error, action, part, left)
        if left and action.kind in REPEATING
        else _step(action, look, part)
        for part, (action, look) in enumerate(steps)
        if action.kind is not ActionKind.NONE
    ]
    if error.detail:
        name = "Hide details" if is_open else "Details"
        found.append(Control(ControlKind.DETAILS, name, name, look=Look.SECONDARY))
    return found


def _step(action: Action, look: Look, part: int) -> Control:
    icon = "external-link" if action.kind is ActionKind.OPEN_PAGE else ""
    return Control(ControlKind.ACTION, action.label, action.label, icon, look, part=part)


def _waiting(error: ErrorRecord, action: Action, part: int, left: int) -> Control:
    """Return the button of a step that must wait; its name stays the same while that lasts."""
    name, text = f"{action.label} (from {moment(error)})", f"{action.label} in {on_a_clock(left)}"
    return Control(ControlKind.ACTION, name, text, "clock", Look.WAITING, part=part)


class ErrorPiece(DocumentPiece):
    """Shows an error; `is_open` says whether its details are shown, `left` how many seconds are to
    be waited yet.
    """

    gap = SPACE_M
    top = SPACE_M
    right = SPACE_L

    def __init__(self, error: ErrorRecord, *, is_open: bool, left: int = 0) -> None:
        super().__init__()
        self._error = error
        self._is_open = is_open
        self._left = left
        self._controls: list[Control] = []
        self._width = 0

    @property
    def source(self) -> str:
        detail = self._error.detail if self._is_open else ""
        return "\n".join(filter(None, (*self._says, detail)))

    @property
    def _says(self) -> list[str]:
        return [text for text in (heading(self._error.kind), self._error.message) if text]

    def build(self, document: QTextDocument, style: Style) -> None:
        document.setDefaultFont(style.body)
        first, *rest = self._says or [""]
        strong, plain, quiet = QTextCharFormat(), QTextCharFormat(), QTextCharFormat()
        strong.setFontWeight(QFont.Weight.DemiBold)
        quiet.setFont(style.small)
        quiet.setForeground(style.palette.text_secondary)
        cursor = QTextCursor(document)
        cursor.insertText(first, strong)
        for text in rest:
            cursor.insertText("\n" + text, plain)
        if self._is_open and self._error.detail:
            cursor.insertText("\n" + self._error.detail, quiet)
        whole(document).mergeBlockFormat(airy_lines(style.body_line))

    def estimate(self, width: int, style: Style) -> int:
        room, char, line = width - 60, style.body_char, style.body_line
        texts = sum(estimated_height(text, room, char, line) for text in self._says)
        return texts + style.button + SPACE_XL

    def measure(self, width: int, style: Style) -> None:
        self.left = SPACE_L + style.icon + SPACE_M
        super().measure(width, style)
        self._width = width
        self._controls = self._placed(self.offered(), style)
        if self._controls and (last := self._controls[-1].rect):
            self.height = round(last.bottom())
        self.height += SPACE_L

    def _placed(self, controls: list[Control], style: Style) -> list[Control]:
        """Put the buttons side by side, and below each other where there is no room for that."""
        placed = []
        right = self._width - self.right
        at, top = float(self.left), float(self.height + SPACE_M)
        for control in controls:
            widest = _DIGIT.sub("0", control.text)  # so that counting moves nothing
            width = control_width(widest, control.icon, style)
            if at > self.left and at + width > right:
                at, top = float(self.left), top + style.button + SPACE_S
            placed.append(replace(control, rect=QRectF(at, top, width, style.button)))
            at += width + SPACE_S
        return placed

    def controls(self) -> list[Control]:
        return self._controls

    def offered(self) -> list[Control]:
        return error_controls(self._error, is_open=self._is_open, left=self._left)

    def paint(self, canvas: Canvas) -> None:
        painter, palette = canvas.painter, canvas.style.palette
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        painter.setPen(QPen(palette.danger, 1))
        painter.setBrush(palette.window)
        edge = QRectF(0.5, 0.5, self._width - 1, self.height - 1)
        painter.drawRoundedRect(edge, RADIUS_CARD, RADIUS_CARD)
        side = canvas.style.icon
        box = QRectF(SPACE_L, self.top + (canvas.style.body_line - side) / 2, side, side)
        paint_icon(painter, "circle-alert", box, palette.danger)
        super().paint(canvas)
        canvas.paint_controls(self._controls)
