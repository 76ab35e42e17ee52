"""What can be pressed inside a turn: drawn by us, so that it scrolls and costs like text does."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from hfchat_gui.ui.look.icons import paint_icon
from hfchat_gui.ui.look.palette import FOCUS_RING, RADIUS_CONTROL, SPACE_M, SPACE_S, SPACE_XS
from hfchat_gui.ui.transcript.commands import TurnCommand
from hfchat_gui.ui.transcript.style import Style


class ControlKind(Enum):
    """What pressing it does."""

    COPY_TURN = auto()
    COPY_CODE = auto()
    COMMAND = auto()  # the turn's own: see `Control.command`
    ACTION = auto()  # a next step of the error: `part` 0 is the main one, 1 the other
    DETAILS = auto()
    THINKING = auto()
    ATTACHED = auto()
    COPY_ATTACHED = auto()
    JUMP = auto()  # the pane's own, to the end


class Look(Enum):
    """How much a control stands out."""

    PRIMARY = auto()
    SECONDARY = auto()
    QUIET = auto()
    WAITING = auto()  # not to be pressed yet


@dataclass(frozen=True, slots=True)
class Control:
    """A button: `name` is spoken and shown as a tooltip, with its `keys`; `text` is drawn; `part`
    tells those of one kind in a turn apart; `rect` is in the coordinates of the piece it is in.
    """

    kind: ControlKind
    name: str
    text: str = ""
    icon: str = ""
    look: Look = Look.QUIET
    rect: QRectF | None = None
    part: int = 0
    command: TurnCommand | None = None
    keys: str = ""

    @property
    def is_usable(self) -> bool:
        """Whether pressing it does something now."""
        return self.look is not Look.WAITING

    @property
    def tip(self) -> str:
        """What its tooltip says."""
        return f"{self.name} ({self.keys})" if self.keys else self.name

    @property
    def key(self) -> tuple[ControlKind, int, TurnCommand | None]:
        """What tells it from the other controls of its turn."""
        return self.kind, self.part, self.command

    def is_same(self, other: Control | None) -> bool:
        """Whether the other is this control, drawn at another place or time."""
        return other is not None and self.key == other.key


def control_width(text: str, icon: str, style: Style) -> float:
    """Return how wide a control with this text and icon is."""
    width = 2.0 * (SPACE_M if text else SPACE_XS)
    if icon:
        width += style.icon
    if text:
        width += QFontMetricsF(style.small).horizontalAdvance(text) + (SPACE_S if icon else 0)
    return width


def paint_control(
    painter: QPainter, control: Control, style: Style, *, hovered: bool, focused: bool
) -> None:
    """Draw a control at its rectangle."""
    if control.rect is None:
        return
    rect = control.rect
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ink = _paint_ground(painter, control, style, hovered=hovered)
    side = style.icon
    at = rect.left() + (SPACE_M if control.text else (rect.width() - side) / 2)
    if control.icon:
        top = rect.center().y() - side / 2
        paint_icon(painter, control.icon, QRectF(at, top, side, side), ink)
        at += side + SPACE_S
    if control.text:
        painter.setFont(style.small)
        painter.setPen(ink)
        box = QRectF(QPointF(at, rect.top()), rect.bottomRight())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, control.text)
    if focused:
        paint_ring(painter, rect, style)


def paint_ring(painter: QPainter, rect: QRectF, style: Style) -> None:
    """Draw the focus ring around a rectangle."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(style.palette.accent, FOCUS_RING))
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), RADIUS_CONTROL, RADIUS_CONTROL)


def _paint_ground(painter: QPainter, control: Control, style: Style, *, hovered: bool) -> QColor:
    palette = style.palette
    rect = control.rect or QRectF()
    painter.setPen(Qt.PenStyle.NoPen)
    if control.look is Look.PRIMARY:
        painter.setBrush(palette.accent_hover if hovered else palette.accent)
        painter.drawRoundedRect(rect, RADIUS_CONTROL, RADIUS_CONTROL)
        return palette.text_on_accent
    if control.look is Look.SECONDARY:
        painter.setPen(QPen(palette.control_border, 1))
        painter.setBrush(palette.hover if hovered else palette.window)
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_CONTROL, RADIUS_CONTROL)
        return palette.text
    if control.look is Look.WAITING:
        painter.setBrush(palette.card)
        painter.drawRoundedRect(rect, RADIUS_CONTROL, RADIUS_CONTROL)
        return palette.text_secondary
    if hovered:
        painter.setBrush(palette.selected)
        painter.drawRoundedRect(rect, RADIUS_CONTROL, RADIUS_CONTROL)
    return palette.text if hovered else palette.text_secondary
