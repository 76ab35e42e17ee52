"""Files that take time to read are named; those that do not are not worth a word."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.composer.reading_line import ReadingLine
from hfchat_gui.ui.controls.elided_label import ElidedLabel


def _said(line: ReadingLine) -> str:
    return line.findChild(ElidedLabel).accessibleName()  # type: ignore[union-attr]


def test_it_is_said_after_a_while_or_when_sending_waits_for_it(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    line = ReadingLine(parent)
    line.say("Reading a.txt…")
    assert (line.isHidden(), line.is_reading) == (True, True)
    qtbot.waitUntil(lambda: not line.isHidden())
    assert _said(line) == "Reading a.txt…"
    line.wait_to_send(True)
    assert _said(line) == "Reading a.txt… The message is sent then."
    line.say("Reading 2 files…")
    assert _said(line) == "Reading 2 files… The message is sent then."
    line.say("")
    assert (line.isHidden(), line.is_reading, line.waits_to_send) == (True, False, False)
    line.say("Reading b.txt…")
    line.wait_to_send(True)
    assert not line.isHidden()
