"""The panel on the left: a new chat, the conversations, the settings."""

from __future__ import annotations

import asyncio
from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from hfchat_gui.conversation.chats import Chats
from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.look.fonts import small_font, strong_font
from hfchat_gui.ui.look.palette import SPACE_S
from hfchat_gui.ui.look.theme import keep_font
from hfchat_gui.ui.shortcuts import Command, with_keys
from hfchat_gui.ui.side_panel.conversation_list import ConversationList
from hfchat_gui.ui.side_panel.conversation_rows import Grouped
from hfchat_gui.ui.side_panel.more_button import MoreButton
from hfchat_gui.ui.side_panel.panel_edge import PanelEdge
from hfchat_gui.ui.side_panel.rename_field import RenameField


class SidePanel(QFrame):
    """Reads the list of chats once, and then follows what changes, chat by chat."""

    new_chat_requested = Signal()
    conversation_chosen = Signal(str)
    settings_requested = Signal()
    renamed = Signal(str, str)  # id, title, "" for the one made from the chat
    deletion_requested = Signal(str, str)  # id, title
    list_failed = Signal(object)  # ErrorRecord or None

    def __init__(self, chats: Chats, tasks: TaskScope, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chats = chats
        self._changed: dict[str, ChatSession] = {}
        self._must_read = True
        self._awake = asyncio.Event()
        self.setObjectName("sidePanel")
        self._new = _NewChatButton(self)
        self._list = ConversationList(self)
        settings = Button(
            "Settings",
            kind="quiet",
            icon_name="settings",
            tip=with_keys("Settings", Command.SETTINGS),
            parent=self,
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_S, SPACE_S, SPACE_S, SPACE_S)
        column.setSpacing(SPACE_S)
        column.addWidget(self._new)
        column.addWidget(self._list, 1)
        column.addWidget(settings)
        self.edge = PanelEdge(self)
        field = RenameField(self._list, self)
        more = MoreButton(self._list, self)
        self.setTabOrder(self._list, more)
        self.setTabOrder(more, settings)
        self.setTabOrder(settings, self.edge)
        self._new.clicked.connect(self.new_chat_requested)
        self._list.chosen.connect(self.conversation_chosen)
        field.renamed.connect(self.renamed)
        self._list.deletion_requested.connect(self._on_deletion_requested)
        settings.clicked.connect(self.settings_requested)
        self._unsubscribe = chats.subscribe(self._on_change)
        self._unsubscribe_removals = chats.subscribe_removals(self._on_removal)
        self._awake.set()
        tasks.start(self._follow(), "follow the conversation list")

    def mark(self, conversation_id: str) -> None:
        """Show which conversation is open."""
        self._list.mark(conversation_id)

    def mark_drafts(self, ids: frozenset[str]) -> None:
        """Show in which chats something is written and not sent."""
        self._list.mark_drafts(ids)

    def read_again(self) -> None:
        """Read the list, where that has failed, now; else it is tried at the next change."""
        self._awake.set()

    def _on_change(self, session: ChatSession) -> None:
        self._changed[session.conversation.id] = session
        self._awake.set()

    def _on_removal(self, conversation_id: str, is_removed: bool) -> None:
        if is_removed:
            self._list.show_removal(conversation_id, _today())
        else:  # its row is not known here any more
            self._must_read = True
            self._awake.set()

    def _on_deletion_requested(self, conversation_id: str) -> None:
        self.deletion_requested.emit(conversation_id, self._list.title_of(conversation_id))

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
            self._unsubscribe_removals()

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
            summary = session.conversation.details.summary
            if self._chats.session(summary.id) is session:  # else it is not, or no more, listed
                self._list.show_change(summary, session.is_replying, _today())

    # Qt's own names.

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.edge.place()


def _today() -> date:
    return date.today()  # noqa: DTZ011 - the person's own day


class _NewChatButton(Button):
    """Names its keys beside its words, as long as there is room for both."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("New chat", kind="card", icon_name="square-pen", parent=parent)
        self.setToolTip(with_keys("New chat", Command.NEW_CHAT))
        self._keys = QLabel(Command.NEW_CHAT.shown_keys.replace("+", " "), self)
        self._keys.setProperty("tone", "secondary")
        self._keys.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        keep_font(self._keys, small_font)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_S, 0, SPACE_S, 0)
        row.addStretch(1)
        row.addWidget(self._keys)

    # Qt's own names.

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        words = QFontMetrics(strong_font()).horizontalAdvance(self.text())
        wanted = words + self.iconSize().width() + self._keys.sizeHint().width() + 4 * SPACE_S
        self._keys.setVisible(wanted <= self.width())
