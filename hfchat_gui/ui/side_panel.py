"""The panel on the left: a new chat, the conversations, the settings."""

from __future__ import annotations

import asyncio
from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from hfchat_gui.conversation.chats import Chats
from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.buttons import Button
from hfchat_gui.ui.conversation_list import ConversationList
from hfchat_gui.ui.conversation_rows import Grouped
from hfchat_gui.ui.fonts import small_font
from hfchat_gui.ui.palette import SPACE_S

PANEL_WIDTH = 260


class SidePanel(QFrame):
    """Reads the list of chats once, and then follows what changes, chat by chat."""

    new_chat_requested = Signal()
    conversation_chosen = Signal(str)
    settings_requested = Signal()
    list_failed = Signal(object)  # ErrorRecord or None

    def __init__(self, chats: Chats, tasks: TaskScope, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chats = chats
        self._changed: dict[str, ChatSession] = {}
        self._must_read = True
        self._awake = asyncio.Event()
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
        self._unsubscribe = chats.subscribe(self._on_change)
        self._awake.set()
        tasks.start(self._follow(), "follow the conversation list")

    def mark(self, conversation_id: str) -> None:
        """Show which conversation is open."""
        self._list.mark(conversation_id)

    def read_again(self) -> None:
        """Read the list, where that has failed, now; else it is tried at the next change."""
        self._awake.set()

    def _on_change(self, session: ChatSession) -> None:
        self._changed[session.conversation.id] = session
        self._awake.set()

    async def _follow(self) -> None:
        try:
            while True:
                await self._awake.wait()
                self._awake.clear()
                if self._must_read:  # after a failure, until it succeeds
                    await self._read()
                self._show_changes()
        finally:
            self._unsubscribe()

    async def _read(self) -> None:
        try:
            summaries = await self._chats.summaries()
        except StorageFailed as error:
            self.list_failed.emit(error.record())
            return
        self._must_read = False
        self.list_failed.emit(None)
        self._list.show_rows(Grouped(summaries, self._chats.replying_ids, _today()))

    def _show_changes(self) -> None:
        changed, self._changed = self._changed, {}
        for session in changed.values():
            if session.conversation.path_ids:  # else it is not in the list yet
                summary = session.conversation.details.summary
                self._list.show_change(summary, session.is_replying, _today())


def _today() -> date:
    return date.today()  # noqa: DTZ011 - the person's own day


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
