"""The field in which a chat gets another title, in the bar and in the list alike."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

LONGEST_TITLE = 200
_STAYS_OPEN = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)


class TitleField(QLineEdit):
    """Enter and leaving it keep the title, Esc drops it; its owner closes it then.

    A menu of its own, or another window in front, is no leaving.
    """

    kept = Signal()
    dropped = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("New title")
        self.setToolTip("Keep the title (Enter), or leave it as it was (Esc)")
        self.setPlaceholderText("Title")
        self.setMaxLength(LONGEST_TITLE)
        self.returnPressed.connect(self.kept)

    # Qt's own names.

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dropped.emit()
        else:
            super().keyPressEvent(event)
            event.accept()  # Enter, too, is for this field and nobody else

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _STAYS_OPEN:
            self.kept.emit()
