"""The bar above the chat: names the model, and shows or stands in for the side panel."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from hfchat_gui.ui.buttons import IconButton
from hfchat_gui.ui.model_picker.button import ModelButton
from hfchat_gui.ui.palette import SPACE_S, SPACE_XS

BAR_HEIGHT = 44


class TopBar(QFrame):
    """Has room for what later stands on its right."""

    panel_toggled = Signal()
    new_chat_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("bar")
        self._toggle = IconButton("Hide the side panel", "panel-left", parent=self)
        self._new = IconButton("New chat", "square-pen", tip="New chat (Ctrl+N)", parent=self)
        self.model_button = ModelButton(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_S, 0, SPACE_S, 0)
        row.setSpacing(SPACE_XS)
        row.addWidget(self._toggle)
        row.addWidget(self._new)
        row.addWidget(self.model_button, 1)
        row.addStretch(0)
        self.setFixedHeight(max(BAR_HEIGHT, self.model_button.sizeHint().height() + SPACE_S))
        self._toggle.clicked.connect(self.panel_toggled)
        self._new.clicked.connect(self.new_chat_requested)

    def show_panel_state(self, shown: bool) -> None:
        """Say what the toggle does now; offer a new chat here while the panel is hidden."""
        name = "Hide the side panel" if shown else "Show the side panel"
        self._toggle.setAccessibleName(name)
        self._toggle.setToolTip(f"{name} (Ctrl+B)")
        self._new.setVisible(not shown)
