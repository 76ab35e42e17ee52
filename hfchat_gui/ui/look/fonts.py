"""The program's type: the system's own fonts, at sizes that stand in a fixed proportion."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontDatabase

SMALLEST_BODY = 10.5  # points; below it a page of prose is hard to read on a 96 dpi screen
LINE_HEIGHT = 1.5
HEADING_SCALES = (1.5, 1.25, 1.1)
CODE_SCALE = 0.92
SMALL_SCALE = 0.87


class _Text:
    """How large text is now, as a part of the system's size; `scale_text` alone changes it."""

    scale = 1.0


def scale_text(percent: int) -> None:
    """Let all fonts be `percent` of the system's; `Theme.set_text_size` makes widgets follow."""
    _Text.scale = percent / 100


def with_text(pixels: int) -> int:
    """Return a measure that grows with the text, such as the side of an icon beside it."""
    return round(pixels * _Text.scale)


def body_font() -> QFont:
    """Return the system's interface font in the chosen size.

    At 100 % it has the system's size, never under `SMALLEST_BODY`.
    """
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    font.setPointSizeF(max(font.pointSizeF(), SMALLEST_BODY) * _Text.scale)
    return font


def small_font() -> QFont:
    """Return the font of what steps back: places, group names, hints."""
    font = body_font()
    font.setPointSizeF(font.pointSizeF() * SMALL_SCALE)
    return font


def strong_font() -> QFont:
    """Return the body font at weight 600."""
    font = body_font()
    font.setWeight(QFont.Weight.DemiBold)
    return font


def heading_font(level: int = 1) -> QFont:
    """Return the font of a heading; `level` 1 is the largest, 3 and above the smallest."""
    font = strong_font()
    scale = HEADING_SCALES[min(level, len(HEADING_SCALES)) - 1]
    font.setPointSizeF(font.pointSizeF() * scale)
    return font


def code_font() -> QFont:
    """Return the system's fixed-width font, a little smaller than the text around it."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSizeF(body_font().pointSizeF() * CODE_SCALE)
    return font
