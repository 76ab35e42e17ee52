"""About HF Chat: versions for a report of a fault, and the licences of what is shipped."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.controls.sentence import Sentence
from hfchat_gui.ui.controls.sheet import Sheet, reading, table
from hfchat_gui.ui.look.fonts import heading_font
from hfchat_gui.ui.look.palette import SPACE_M, SPACE_S
from hfchat_gui.ui.look.theme import keep_font
from hfchat_gui.ui.window.about_facts import AboutFacts

_WHAT = "Chat with language models, on this computer, on Hugging Face or on a server of yours."


class AboutDialog(Sheet):
    """Its Copy button copies the versions: nothing in them is private."""

    def __init__(self, facts: AboutFacts, parent: QWidget) -> None:
        super().__init__("About", parent)
        self._facts = facts
        self._content = QWidget()
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addWidget(self._heading("HF Chat", 1))
        column.addWidget(Sentence(_WHAT, parent=self._content))
        column.addSpacing(SPACE_S)
        column.addLayout(table(facts.versions, self._content))
        column.addSpacing(SPACE_M)
        column.addWidget(self._heading("Licences of what is shipped", 3))
        rows = [(f"{part.name} {part.version}".strip(), part.licence) for part in facts.shipped]
        column.addLayout(table(rows, self._content))
        column.addStretch(1)
        self.contents.append(self._content)
        self.body.addWidget(reading(self._content, self))
        self._copy = Button(
            "Copy", icon_name="copy", tip="Copy the versions for a report of a fault", parent=self
        )
        self._copy.clicked.connect(self._on_copy)
        self.buttons.insertWidget(0, self._copy)
        self.fit()

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._facts.report)
        self._copy.turn_into("Copied", "secondary", "check", self._copy.toolTip())

    def _heading(self, text: str, level: int) -> Sentence:
        label = Sentence(text, parent=self._content)
        keep_font(label, lambda: heading_font(level))
        return label
