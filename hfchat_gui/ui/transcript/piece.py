"""What each drawn part of a turn can do: be measured, painted, pointed at, selected, dropped."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import inf

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from hfchat_gui.ui.transcript.controls import Control, paint_control
from hfchat_gui.ui.transcript.style import Style

_CARET_GAP, _CARET_WIDTH = 4, 7


@dataclass(slots=True)
class Canvas:
    """Where and how to paint a piece: the painter's origin is the piece's top left corner.

    `clip` is what must be drawn, in the piece's coordinates; `selected` are text positions.
    """

    painter: QPainter
    style: Style
    clip: QRectF
    selected: tuple[int, int] | None = None
    hovered: Control | None = None
    focused: Control | None = None

    def paint_controls(self, controls: list[Control]) -> None:
        """Draw the piece's controls."""
        for control in controls:
            paint_control(
                self.painter,
                control,
                self.style,
                hovered=control.is_same(self.hovered),
                focused=control.is_same(self.focused),
            )


class Piece(ABC):
    """A part of a turn, stacked under the one before with `gap` pixels between.

    `height` is an estimate until `measure` was called for the present width.
    """

    gap = 0
    joint = "\n\n"  # what stands between the piece above and this one where both are copied

    def __init__(self) -> None:
        self.height = 0
        self.is_measured = False

    @abstractmethod
    def estimate(self, width: int, style: Style) -> int:
        """Return a cheap guess of the height."""

    @abstractmethod
    def measure(self, width: int, style: Style) -> None:
        """Lay the piece out at this width; `height` is exact afterwards."""

    def release(self) -> None:  # noqa: B027 - most pieces keep nothing costly
        """Drop what is costly to keep; `measure` brings it back. `height` stays."""

    @abstractmethod
    def paint(self, canvas: Canvas) -> None:
        """Draw the piece; it has been measured."""

    def controls(self) -> list[Control]:
        """Return what can be pressed."""
        return []

    @property
    def ideal_width(self) -> float:
        """The width that a measured piece needs, infinite if it takes what there is."""
        return inf

    def narrow(self, width: int) -> None:  # noqa: B027 - most pieces begin at the left all the same
        """Stand in no more than this width, which is enough for what has been measured."""

    def offered(self) -> list[Control]:
        """Return the same without their places, so that nothing need be measured."""
        return self.controls()

    def scroll_sideways(self, delta: float) -> bool:
        """Move content that is too wide; return whether anything moved."""
        return False

    # --- text ------------------------------------------------------------------------------------

    @property
    def length(self) -> int:
        """How many text positions there are to select, 0 for none."""
        return 0

    def text(self, start: int, end: int) -> str:
        """Return the plain text between two positions."""
        return ""

    @property
    def source(self) -> str:
        """The text that the whole piece is copied as."""
        return self.text(0, self.length)

    def position_at(self, point: QPointF) -> int:
        """Return the text position nearest to a point."""
        return 0

    def word_at(self, position: int) -> tuple[int, int]:
        """Return the bounds of the word at a position."""
        return position, position

    def link_at(self, point: QPointF) -> str:
        """Return the address of the link at a point, or ""."""
        return ""

    def end_point(self) -> QRectF | None:
        """Return where the caret stands after the text: as high as the line, or None."""
        return None


def caret_after(text: QRectF, *, is_ltr: bool = True) -> QRectF:
    """Return the place of the caret beside the end of a line: at the left in some scripts."""
    left = text.right() + _CARET_GAP if is_ltr else text.left() - _CARET_GAP - _CARET_WIDTH
    return QRectF(left, text.top(), _CARET_WIDTH, text.height())
