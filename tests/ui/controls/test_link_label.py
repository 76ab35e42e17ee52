"""A link in a line is followed by mouse and keyboard, and shows where the keyboard is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.controls.link_label import LinkLabel
from hfchat_gui.ui.look.theme import current


@pytest.fixture
def label(qtbot: QtBot) -> Iterator[LinkLabel]:
    widget = LinkLabel()
    qtbot.addWidget(widget)
    widget.write("Read ", "the page", "https://example.org", ".")
    widget.show()
    widget.activateWindow()
    qtbot.waitExposed(widget)
    yield widget
    widget.close()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_a_key_follows_the_link(label: LinkLabel, qtbot: QtBot, key: Qt.Key) -> None:
    label.setFocus()
    with qtbot.waitSignal(label.linkActivated) as followed:
        QTest.keyClick(label, key)
    assert followed.args == ["https://example.org"]


def test_other_keys_and_a_line_without_a_link_do_nothing(label: LinkLabel, qtbot: QtBot) -> None:
    label.setFocus()
    with qtbot.assertNotEmitted(label.linkActivated):
        QTest.keyClick(label, Qt.Key.Key_A)
        label.write("Nothing to follow.")
        QTest.keyClick(label, Qt.Key.Key_Return)
    assert label.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_the_ring_shows_where_the_keyboard_is(label: LinkLabel, qtbot: QtBot) -> None:
    def edge() -> int:
        return label.grab().toImage().pixel(label.width() // 2, 1)

    label.clearFocus()
    assert edge() != current().accent.rgb()
    label.setFocus()
    assert edge() == current().accent.rgb()
