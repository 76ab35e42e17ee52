"""Sentences that come and go: a label of plain text that wraps, in one of four tones."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from hfchat_gui.ui.wording import cut

_LONGEST = 1_000  # characters: a server may say of itself what it likes


class Sentence(QLabel):
    """Plain text that wraps; takes no room while it says nothing.

    `tone` is "", "secondary", "danger" or "success".
    """

    def __init__(self, text: str = "", tone: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.say(text, tone)

    def say(self, text: str, tone: str | None = None) -> None:
        """Say this from now on, in another tone if one is given."""
        self.setText(cut(text, _LONGEST))
        self.setVisible(bool(text))
        if tone is not None and tone != self.property("tone"):
            self.setProperty("tone", tone)
            self.style().unpolish(self)
            self.style().polish(self)
