"""The glass in the field grows with the text and never lies under it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.controls.mark import Mark
from hfchat_gui.ui.controls.search_field import SearchField
from hfchat_gui.ui.look.theme import theme


@pytest.fixture
def field(qtbot: QtBot, qapp: QApplication) -> Iterator[SearchField]:
    """The field, shown."""
    theme().dress(qapp)
    made = SearchField()
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()
    theme().set_text_size(100)


def test_the_glass_grows_with_the_text_and_stands_before_it(field: SearchField) -> None:
    glass = field.findChild(Mark)
    assert glass is not None
    sides = []
    for size in (100, 200):
        theme().set_text_size(size)
        field.resize(field.sizeHint())
        assert glass.pixmap().width() == glass.width()
        assert field.textMargins().left() >= glass.geometry().right()
        assert field.rect().contains(glass.geometry())
        sides.append(glass.width())
    assert sides[1] == 2 * sides[0]
