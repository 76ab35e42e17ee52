"""How the form of a server is laid out: a label over each field, and its words below it."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.look.fonts import heading_font
from hfchat_gui.ui.look.palette import SPACE_M, SPACE_S, SPACE_XS
from hfchat_gui.ui.look.theme import keep_font


class FormLayout:
    """Puts fields below each other, and the form's three buttons at its end."""

    def __init__(self, form: QWidget, title: str) -> None:
        self._form = form
        heading = QLabel(title, form)
        keep_font(heading, lambda: heading_font(3))
        self._column = QVBoxLayout(form)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE_M)
        self._column.addWidget(heading)
        self.save = Button("Save", kind="primary", tip="Save this server (Enter)", parent=form)
        self.test = Button("Test", tip="Ask the server what it is", parent=form)
        self.cancel = Button("Cancel", tip="Leave without saving (Esc)", parent=form)

    def add_field(self, label: str, field: QWidget, *words: QWidget) -> None:
        """Add a field under its label, with what is said of it below."""
        name = QLabel(label, self._form)
        name.setBuddy(field)
        group = QVBoxLayout()
        group.setSpacing(SPACE_XS)
        for widget in (name, field, *words):
            group.addWidget(widget)
        self._column.addLayout(group)

    def add_buttons(self, check: QWidget) -> None:
        """Add the buttons, and above them what a test finds."""
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addWidget(self.test)
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.save)
        self._column.addWidget(check)
        self._column.addLayout(row)
        self._column.addStretch(1)
        for before, after in ((self.test, self.cancel), (self.cancel, self.save)):
            QWidget.setTabOrder(before, after)
