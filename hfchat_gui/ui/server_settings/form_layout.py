"""How the form of a server is laid out: a label over each field, and its words below it."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.controls.sheet import scrolling
from hfchat_gui.ui.look.fonts import heading_font
from hfchat_gui.ui.look.palette import SPACE_M, SPACE_S, SPACE_XS
from hfchat_gui.ui.look.theme import keep_font


class FormLayout(QObject):
    """Puts fields below each other, where they scroll, and the form's three buttons below them."""

    def __init__(self, form: QWidget, title: str) -> None:
        super().__init__(form)
        self._form = form
        heading = QLabel(title, form)
        keep_font(heading, lambda: heading_font(3))
        fields = QWidget(form)
        self._fields = QVBoxLayout(fields)
        self._fields.setContentsMargins(0, 0, 0, 0)
        self._fields.setSpacing(SPACE_M)
        self._area = scrolling(fields, form)
        self._area.verticalScrollBar().rangeChanged.connect(self._on_sized)
        self._column = QVBoxLayout(form)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE_M)
        self._column.addWidget(heading)
        self._column.addWidget(self._area, 1)
        self.save = Button("Save", kind="primary", tip="Save this server (Enter)", parent=form)
        self.test = Button("Test", tip="Ask the server what it is", parent=form)
        self.cancel = Button("Cancel", tip="Leave without saving", parent=form)

    def add_field(self, label: str, field: QWidget, *words: QWidget) -> None:
        """Add a field under its label, with what is said of it below."""
        name = QLabel(label, self._form)
        name.setBuddy(field)
        group = QVBoxLayout()
        group.setSpacing(SPACE_XS)
        for widget in (name, field, *words):
            group.addWidget(widget)
        self._fields.addLayout(group)

    def add_buttons(self, check: QWidget) -> None:
        """Add the buttons, and above them what a test finds."""
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addWidget(self.test)
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.save)
        self._fields.addStretch(1)
        self._column.addWidget(check)
        self._column.addLayout(row)
        for before, after in ((self.test, self.cancel), (self.cancel, self.save)):
            QWidget.setTabOrder(before, after)

    def _on_sized(self) -> None:
        """Keep the part with the keyboard in sight, also where it got that before its place."""
        part: QWidget | None = self._form.focusWidget()
        if part is not None and self._area.isAncestorOf(part):
            self._area.ensureWidgetVisible(part)
