"""A fold opens under its title, says what it holds, and comes into sight where the page scrolls."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.controls.fold import Fold


def _fold(qtbot: QtBot) -> tuple[Fold, QLabel, QScrollArea]:
    """A fold below a screenful of other things."""
    area = QScrollArea()
    page = QWidget()
    content = QLabel("inside")
    content.setMinimumHeight(900)
    fold = Fold("More", content, page)
    above = QLabel("above", page)
    above.setMinimumHeight(700)
    column = QVBoxLayout(page)
    column.addWidget(above)
    column.addWidget(fold)
    area.setWidgetResizable(True)
    area.setWidget(page)
    area.resize(400, 300)
    qtbot.addWidget(area)
    area.show()
    return fold, content, area


def test_its_title_opens_and_closes_it(qtbot: QtBot) -> None:
    fold, content, _ = _fold(qtbot)
    assert content.isHidden()
    assert fold._button.toolTip() == "Show more"
    fold._button.click()
    assert content.isVisible()
    assert fold._button.toolTip() == "Hide more"
    fold._button.click()
    assert content.isHidden()


def test_a_note_stands_beside_the_title(qtbot: QtBot) -> None:
    fold, _, _ = _fold(qtbot)
    fold.note("2 set")
    assert fold._button.text() == "More: 2 set"
    fold.note("")
    assert fold._button.text() == "More"


def test_what_has_opened_is_scrolled_to(qtbot: QtBot) -> None:
    fold, _, area = _fold(qtbot)
    fold._button.click()
    qtbot.waitUntil(lambda: fold.mapTo(area.viewport(), fold.rect().topLeft()).y() == 0)


def test_one_that_stands_on_no_page_opens_all_the_same(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    content = QLabel("inside")
    fold = Fold("More", content, window)
    fold._on_pressed()
    fold._come_into_sight()
    assert not content.isHidden()
