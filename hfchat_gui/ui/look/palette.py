"""The colours and measures of the look: the one place that names a number or a hex code."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor

# Space, in device-independent pixels.
SPACE_XS, SPACE_S, SPACE_M, SPACE_L, SPACE_XL = 4, 8, 12, 16, 24
RADIUS_CONTROL, RADIUS_CARD = 6, 12
FOCUS_RING = 2
COLUMN_WIDTH = 760
FRAME = 40  # pixels for the title bar, which no system tells before the window is shown
ICON_SIZE = 16


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one scheme, each named by what it is for.

    Every text colour reaches 4.5 : 1 on `window`, `side_panel` and `card`, and the `code_…` ones
    on `card`; `control_border` and `accent` reach 3 : 1.
    """

    is_dark: bool
    window: QColor
    side_panel: QColor
    card: QColor
    hairline: QColor
    text: QColor
    text_secondary: QColor
    accent: QColor
    accent_hover: QColor
    danger: QColor
    success: QColor
    text_on_accent: QColor
    control_border: QColor
    hover: QColor
    selected: QColor
    selection: QColor
    code_keyword: QColor
    code_name: QColor
    code_type: QColor
    code_string: QColor
    code_number: QColor
    code_comment: QColor
    code_operator: QColor


LIGHT = Palette(
    is_dark=False,
    window=QColor("#ffffff"),
    side_panel=QColor("#f6f7f9"),
    card=QColor("#f3f4f6"),
    hairline=QColor("#e3e6ea"),
    text=QColor("#1c2128"),
    text_secondary=QColor("#5b6470"),
    accent=QColor("#b45309"),
    accent_hover=QColor("#9a4607"),
    danger=QColor("#b42318"),
    success=QColor("#1a7f4b"),
    text_on_accent=QColor("#ffffff"),
    control_border=QColor("#848c98"),
    hover=QColor("#eef0f2"),
    selected=QColor("#e9ebee"),
    selection=QColor("#f9d8b0"),
    code_keyword=QColor("#a6341b"),
    code_name=QColor("#1f55c4"),
    code_type=QColor("#7a3fa8"),
    code_string=QColor("#1a6b3c"),
    code_number=QColor("#0f6a7d"),
    code_comment=QColor("#5f6874"),
    code_operator=QColor("#4a525d"),
)

DARK = Palette(
    is_dark=True,
    window=QColor("#16181d"),
    side_panel=QColor("#111318"),
    card=QColor("#1f232b"),
    hairline=QColor("#2b303a"),
    text=QColor("#e6e9ee"),
    text_secondary=QColor("#9aa4b2"),
    accent=QColor("#ffb224"),
    accent_hover=QColor("#ffc457"),
    danger=QColor("#ff6b5e"),
    success=QColor("#4cc38a"),
    text_on_accent=QColor("#16181d"),
    control_border=QColor("#6b7482"),
    hover=QColor("#1d212a"),
    selected=QColor("#272c36"),
    selection=QColor("#6b4a10"),
    code_keyword=QColor("#ff9e80"),
    code_name=QColor("#82b1ff"),
    code_type=QColor("#cba6f7"),
    code_string=QColor("#8fd6a4"),
    code_number=QColor("#7fd3e0"),
    code_comment=QColor("#97a0ae"),
    code_operator=QColor("#c3cad5"),
)
