"""Everything a drawn turn needs to know of colours, fonts and measures, worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QPalette

from hfchat_gui.ui.look import fonts
from hfchat_gui.ui.look.palette import ICON_SIZE, SPACE_S, SPACE_XL, SPACE_XS, Palette

CODE_LINE_HEIGHT = 1.35


@dataclass(frozen=True, slots=True, eq=False)
class Style:
    """One look. Lengths are device-independent pixels."""

    palette: Palette
    body: QFont
    small: QFont
    strong: QFont
    code: QFont
    body_line: float
    small_line: float
    code_line: int
    code_ascent: float
    body_char: float  # an average character's width
    code_char: float
    icon: int  # the side of an icon
    button: int  # the height of a button
    foot: int  # the room under a turn, in which its own controls appear
    inks: tuple[QPalette, QPalette]  # for documents: plain text and what steps back

    @classmethod
    def made(cls, palette: Palette) -> Style:
        """Return the style of `palette` with the program's fonts."""
        body, code = fonts.body_font(), fonts.code_font()
        small, strong = fonts.small_font(), fonts.strong_font()
        in_body, in_code = QFontMetricsF(body), QFontMetricsF(code)
        code_line = round(in_code.height() * CODE_LINE_HEIGHT)
        button = max(SPACE_XL, ceil(line_height(small)) + SPACE_S)
        return cls(
            palette=palette,
            body=body,
            small=small,
            strong=strong,
            code=code,
            body_line=line_height(body),
            small_line=line_height(small),
            icon=fonts.with_text(ICON_SIZE),
            button=button,
            foot=max(SPACE_XL + SPACE_XS, button + 2),
            inks=(_ink(palette.text), _ink(palette.text_secondary)),
            code_line=code_line,
            code_ascent=(code_line - in_code.height()) / 2 + in_code.ascent(),
            body_char=in_body.horizontalAdvance("abcdefghijklmnopqrstuvwxyz     ") / 31,
            code_char=in_code.horizontalAdvance("x" * 20) / 20,
        )


def line_height(font: QFont) -> float:
    """Return how high a line of running text in this font is."""
    return max(QFontInfo(font).pixelSize() * fonts.LINE_HEIGHT, QFontMetricsF(font).height())


def _ink(colour: QColor) -> QPalette:
    ink = QPalette()
    ink.setColor(QPalette.ColorRole.Text, colour)
    return ink
