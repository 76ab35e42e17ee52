"""A label gives way where the room ends, and its name stays whole."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from hfchat_gui.ui.controls.elided_label import ElidedLabel


def test_what_does_not_fit_is_cut_and_told_by_the_tooltip(qtbot: QtBot) -> None:
    label = ElidedLabel("a name that is much too long for so little room")
    qtbot.addWidget(label)
    label.resize(80, 20)
    label.show()
    assert "…" in label.text()
    assert label.toolTip() == label.accessibleName() == label._whole
    label.resize(800, 20)
    assert label.text() == label.accessibleName()
    assert label.toolTip() == ""


def test_markup_is_shown_as_it_is(qtbot: QtBot) -> None:
    label = ElidedLabel("<b>bold</b>")
    qtbot.addWidget(label)
    label.resize(400, 20)
    label.show()
    assert label.text() == "<b>bold</b>"
