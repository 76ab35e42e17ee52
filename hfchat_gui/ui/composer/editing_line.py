"""The line above the message field that says what is being written, where it is no new message."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.controls.elided_label import ElidedLabel
from hfchat_gui.ui.controls.mark import Mark
from hfchat_gui.ui.look.fonts import small_font
from hfchat_gui.ui.look.palette import SPACE_S
from hfchat_gui.ui.look.theme import keep_font

TEXT = "Editing an earlier message"


class EditingLine(QWidget):
    """Takes room only while an earlier message is edited."""

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        text = ElidedLabel(TEXT, parent=self)
        text.setProperty("tone", "secondary")
        keep_font(text, small_font)
        cancel = Button("Cancel", kind="quiet", tip="Leave the message as it is (Esc)", parent=self)
        cancel.setAccessibleName("Cancel editing")
        cancel.clicked.connect(self.cancelled)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(Mark("pencil", parent=self))
        row.addWidget(text, 1)
        row.addWidget(cancel)
        self.hide()
