"""What is drawn stands where a reader expects it, to the pixel."""

import pytest
from PySide6.QtGui import QColor, QFont, QImage

from hfchat_gui.ui import fonts
from tests.ui.transcript.conftest import Chat

_INK = 120  # lightness below which a pixel is text


def rows_of_ink(picture: QImage, left: int, right: int, top: int, bottom: int) -> list[int]:
    """The rows of a region in which there is text."""
    return [
        y
        for y in range(top, bottom)
        if any(QColor(picture.pixel(x, y)).lightness() < _INK for x in range(left, right))
    ]


@pytest.mark.parametrize("family", ["DejaVu Sans", "DejaVu Serif", "Noto Sans"])
def test_a_short_turn_stands_in_the_middle_of_its_bubble(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, family: str
) -> None:
    font = QFont(family)
    font.setPointSizeF(fonts.SMALLEST_BODY)
    monkeypatch.setattr(fonts, "body_font", lambda: QFont(font))
    chat.pane.set_palette(chat.pane._palette)
    chat.say("HHHH")
    pane = chat.pane
    card = pane.column.view(0).card.translated(pane.left, pane.column.top(0) - pane.scroller.offset)
    box = card.translated(pane.viewport().pos()).toRect()
    rows = rows_of_ink(
        pane.grab().toImage(), box.left() + 8, box.right() - 8, box.top(), box.bottom() + 1
    )
    above, below = rows[0] - box.top(), box.bottom() - rows[-1]
    assert abs(above - below) <= 2
