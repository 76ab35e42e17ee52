"""A part of a page that opens under its own title."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.look.palette import SPACE_M


class Fold(QWidget):
    """Closed at first; `title` is the button that opens it, to which `note` adds a few words."""

    def __init__(self, title: str, content: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._title, self._note, self._content = title, "", content
        self._button = Button("", kind="quiet", parent=self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_M)
        column.addWidget(self._button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(content)
        self._button.clicked.connect(self._on_pressed)
        self.open(is_open=False)

    def open(self, *, is_open: bool) -> None:
        """Open or close it."""
        self._content.setVisible(is_open)
        self._show_title()

    def note(self, note: str) -> None:
        """Say this beside the title, "" for nothing."""
        self._note = note
        self._show_title()

    def _show_title(self) -> None:
        is_open = not self._content.isHidden()
        mark = "chevron-down" if is_open else "chevron-right"
        text = f"{self._title}: {self._note}" if self._note else self._title
        tip = f"Hide {self._title.lower()}" if is_open else f"Show {self._title.lower()}"
        self._button.turn_into(text, "quiet", mark, tip)
        self._button.setAccessibleDescription(tip)

    def _on_pressed(self) -> None:
        self.open(is_open=self._content.isHidden())
        QTimer.singleShot(0, self, self._come_into_sight)  # once all has its place

    def _come_into_sight(self) -> None:
        """Where the page scrolls, put the title at its top: what has opened is seen then."""
        above: QWidget | None = self.parentWidget()
        while above is not None and not isinstance(above, QScrollArea):
            above = above.parentWidget()
        page = above.widget() if above is not None else None
        if above is not None and page is not None and not self._content.isHidden():
            above.verticalScrollBar().setValue(self.mapTo(page, QPoint()).y())
