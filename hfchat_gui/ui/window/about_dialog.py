"""About HF Chat: versions for a report of a fault, and the licences of what is shipped."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.controls.sheet import Sheet, reading
from hfchat_gui.ui.look.fonts import heading_font
from hfchat_gui.ui.look.palette import SPACE_L, SPACE_M, SPACE_S
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
        column.addWidget(_line(_WHAT, self._content))
        column.addSpacing(SPACE_S)
        column.addLayout(self._table(facts.versions))
        column.addSpacing(SPACE_M)
        column.addWidget(self._heading("Licences of what is shipped", 3))
        rows = [(f"{part.name} {part.version}".strip(), part.licence) for part in facts.shipped]
        column.addLayout(self._table(rows))
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

    def _heading(self, text: str, level: int) -> QLabel:
        label = _line(text, self._content)
        keep_font(label, lambda: heading_font(level))
        return label

    def _table(self, rows: list[tuple[str, str]] | tuple[tuple[str, str], ...]) -> QGridLayout:
        table = QGridLayout()
        table.setHorizontalSpacing(SPACE_L)
        table.setVerticalSpacing(SPACE_S)
        table.setColumnStretch(0, 1)
        table.setColumnStretch(1, 1)
        for row, (name, value) in enumerate(rows):
            first = _line(name, self._content)
            first.setProperty("tone", "secondary")
            table.addWidget(first, row, 0, Qt.AlignmentFlag.AlignTop)
            second = _line(value, self._content)
            table.addWidget(second, row, 1, Qt.AlignmentFlag.AlignTop)
        return table


def _line(text: str, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setWordWrap(True)
    return label
