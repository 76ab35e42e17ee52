"""Asks, in the dialog itself, before something that was begun there is lost."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from hfchat_gui.ui.controls.announcing import announce
from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.controls.sentence import Sentence
from hfchat_gui.ui.look.palette import SPACE_M, SPACE_S


class LeavingLine(QFrame):
    """Hidden until `ask`. `kept` says that the person goes on with what was begun."""

    kept = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("found")
        self._drop: Callable[[], None] = lambda: None
        self._words = Sentence("", parent=self)
        drop = Button("Discard", tip="Leave, and drop what was entered", parent=self)
        self._keep = Button("Keep editing", kind="primary", tip="Go on (Esc)", parent=self)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_M, SPACE_S, SPACE_S, SPACE_S)
        row.setSpacing(SPACE_S)
        row.addWidget(self._words, 1)
        row.addWidget(drop)
        row.addWidget(self._keep)
        drop.clicked.connect(self._on_drop)
        self._keep.clicked.connect(self.keep)
        self.hide()

    def ask(self, words: str, drop: Callable[[], None]) -> None:
        """Say what would be lost, and call `drop` if that is what the person wants."""
        self._drop = drop
        self._words.say(words)
        self.show()
        self._keep.setFocus(Qt.FocusReason.OtherFocusReason)
        announce(self, words)

    def keep(self) -> None:
        """Go on with what was begun."""
        self.hide()
        self.kept.emit()

    def _on_drop(self) -> None:
        self.hide()
        self._drop()
