"""The kind of a server is found out unless the person chooses."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.servers import SERVER_KINDS
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.server_settings.kind_field import KindField


def test_every_kind_can_be_chosen(qtbot: QtBot) -> None:
    field = KindField()
    qtbot.addWidget(field)
    assert field.kind == ""
    assert field.currentText() == "Find out"
    for kind in SERVER_KINDS:
        field.choose(kind)
        assert field.kind == kind
    field.choose("from-the-future")
    assert field.kind == ""


def test_what_was_found_is_shown_and_may_be_corrected(qtbot: QtBot) -> None:
    field = KindField()
    qtbot.addWidget(field)
    field.show_found("vllm")
    assert field.currentText() == "Find out (found: vLLM)"
    assert field.kind == ""
    field.choose("tgi")
    assert field.kind == "tgi"
    field.forget_found()
    field.choose("")
    assert field.currentText() == "Find out"


def test_it_is_drawn_with_and_without_the_keyboard(qtbot: QtBot) -> None:
    field = KindField()
    qtbot.addWidget(field)
    field.resize(field.minimumSizeHint())
    field.show()
    field.activateWindow()
    assert not field.grab().isNull()
    field.setFocus()
    assert not field.grab().isNull()
    theme().changed.emit()
