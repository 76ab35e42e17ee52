"""The bar above the chat: names the model and the chat, and stands in for the side panel."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from hfchat_gui.ui.controls.buttons import IconButton
from hfchat_gui.ui.look.palette import SPACE_S, SPACE_XS
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.model_picker.button import ModelButton
from hfchat_gui.ui.shortcuts import Command, with_keys
from hfchat_gui.ui.window.chat_title import ChatTitle

BAR_HEIGHT = 44


class TopBar(QFrame):
    """The model stands on the left, the chat's title on the right, once it has one."""

    panel_toggled = Signal()
    new_chat_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("bar")
        self._toggle = IconButton("Hide the side panel", "panel-left", parent=self)
        tip = with_keys("New chat", Command.NEW_CHAT)
        self._new = IconButton("New chat", "square-pen", tip=tip, parent=self)
        self.model_button = ModelButton(self)
        self.title = ChatTitle(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_S, 0, SPACE_S, 0)
        row.setSpacing(SPACE_XS)
        row.addWidget(self._toggle)
        row.addWidget(self._new)
        row.addWidget(self.model_button)
        row.addStretch(0)
        row.addWidget(self.title, 1)
        self._fit()
        theme().changed.connect(self._fit)
        self._toggle.clicked.connect(self.panel_toggled)
        self._new.clicked.connect(self.new_chat_requested)

    def show_panel_state(self, shown: bool) -> None:
        """Say what the toggle does now; offer a new chat here while the panel is hidden."""
        name = "Hide the side panel" if shown else "Show the side panel"
        self._toggle.setAccessibleName(name)
        self._toggle.setToolTip(with_keys(name, Command.SIDE_PANEL))
        self._new.setVisible(not shown)

    def _fit(self) -> None:
        highest = max(self.model_button.sizeHint().height(), self.title.sizeHint().height())
        self.setFixedHeight(max(BAR_HEIGHT, highest + SPACE_S))
