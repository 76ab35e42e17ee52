"""About shows versions and licences, and copies the versions."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.window.about_dialog import AboutDialog
from hfchat_gui.ui.window.about_facts import AboutFacts, Shipped

_FACTS = AboutFacts(
    (("HF Chat", "9.9"), ("Qt", "6.9")), (Shipped("one", "1.0", "MIT"), Shipped("icons", "", "ISC"))
)


def test_it_shows_all_and_copies_the_versions(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    dialog = AboutDialog(_FACTS, window)
    said = [label.text() for label in dialog.findChildren(QLabel)]
    for text in ("HF Chat", "9.9", "6.9", "one 1.0", "MIT", "icons", "ISC"):
        assert text in said
    copy = next(one for one in dialog.findChildren(QPushButton) if one.text() == "Copy")
    copy.click()
    assert QGuiApplication.clipboard().text() == "HF Chat 9.9\nQt 6.9"
    assert copy.text() == "Copied"
