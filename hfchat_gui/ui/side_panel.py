"""The panel on the left: a new chat, the conversations, the settings."""

from __future__ import annotations

import asyncio
from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from hfchat_gui.conversation.chats import Chats
from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.buttons import Button
from hfchat_gui.ui.conversation_list import ConversationList
from hfchat_gui.ui.conversation_rows import Grouped
from hfchat_gui.ui.fonts import small_font
from hfchat_gui.ui.palette import SPACE_S

PANEL_WIDTH = 260


class SidePanel(QFrame):
    """Follows the chats; asks for the list again when they change, one question at a time."""

    new_chat_requested = Signal()
    conversation_chosen = Signal(str)
    settings_requested = Signal()
    list_failed = Signal(object)  # ErrorRecord or None

    def __init__(self, chats: Chats, tasks: TaskScope, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chats = chats
        self._stale = asyncio.Event()
        self.setObjectName("sidePanel")
        self.setFixedWidth(PANEL_WIDTH)
        self._new = _new_chat_button(self)
        self._list = ConversationList(self)
        settings = Button(
            "Settings", kind="quiet", icon_name="settings", tip="Settings (Ctrl+,)", parent=self
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_S, SPACE_S, SPACE_S, SPACE_S)
        column.setSpacing(SPACE_S)
        column.addWidget(self._new)
        column.addWidget(self._list, 1)
        column.addWidget(settings)
        self._new.clicked.connect(self.new_chat_requested)
        self._list.chosen.connect(self.conversation_chosen)
        settings.clicked.connect(self.settings_requested)
        self._unsubscribe = chats.subscribe(self._stale.set)
        self._stale.set()
        tasks.start(self._follow(), "follow the conversation list")

    def mark(self, conversation_id: str) -> None:
        """Show which conversation is open."""
        self._list.mark(conversation_id)

    async def _follow(self) -> None:
        try:
            while True:
                await self._stale.wait()
                self._stale.clear()
                await self._refresh()
        finally:
            self._unsubscribe()

    async def _refresh(self) -> None:
        try:
            summaries = await self._chats.summaries()
        except StorageFailed as error:
            self.list_failed.emit(error.record())
            return
        self.list_failed.emit(None)
        live = ((row.id, self._chats.session(row.id)) for row in summaries)
        replying = frozenset(key for key, session in live if session and session.is_replying)
        self._list.show_rows(Grouped(summaries, replying, date.today()))  # noqa: DTZ011


def _new_chat_button(parent: QWidget) -> Button:
    button = Button("New chat", kind="card", icon_name="square-pen", parent=parent)
    button.setToolTip("New chat (Ctrl+N)")
    keys = QLabel("Ctrl N", button)
    keys.setFont(small_font())
    keys.setProperty("tone", "secondary")
    keys.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    row = QHBoxLayout(button)
    row.setContentsMargins(SPACE_S, 0, SPACE_S, 0)
    row.addStretch(1)
    row.addWidget(keys)
    return button
