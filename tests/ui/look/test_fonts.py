"""Type stands in a fixed proportion to the system's size."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from hfchat_gui.ui.look.fonts import body_font, code_font, heading_font, small_font


@pytest.mark.parametrize(("level", "scale"), [(1, 1.5), (2, 1.25), (3, 1.1), (6, 1.1)])
def test_headings_are_larger_and_heavier(qapp: QApplication, level: int, scale: float) -> None:
    heading, body = heading_font(level), body_font()
    assert heading.pointSizeF() == pytest.approx(scale * body.pointSizeF())
    assert heading.weight() > body.weight()


def test_code_and_small_text_are_smaller_than_the_body(qapp: QApplication) -> None:
    assert code_font().pointSizeF() < body_font().pointSizeF()
    assert small_font().pointSizeF() < body_font().pointSizeF()
