"""The window: menu, side panel, bar and chat, and what leads from one to the other."""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from hfchat_gui.conversation.chats import Chats
from hfchat_gui.conversation.draft import Draft
from hfchat_gui.conversation.error_record import NO_ACTION, Action, ActionKind, ErrorRecord
from hfchat_gui.conversation.errors import KeyringUnavailable
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.chat.chat_pane import ChatPane
from hfchat_gui.ui.links import open_link
from hfchat_gui.ui.look.appearance import Appearance
from hfchat_gui.ui.ports import WindowPorts
from hfchat_gui.ui.server_names import read_names_from
from hfchat_gui.ui.shortcuts import Command
from hfchat_gui.ui.side_panel.side_panel import SidePanel
from hfchat_gui.ui.window.chat_ways import ChatWays
from hfchat_gui.ui.window.export_way import ExportWay
from hfchat_gui.ui.window.help_way import HelpWay
from hfchat_gui.ui.window.menu_bar import MenuBar
from hfchat_gui.ui.window.model_way import ModelWay
from hfchat_gui.ui.window.panel_place import PanelPlace
from hfchat_gui.ui.window.settings_way import SettingsWay
from hfchat_gui.ui.window.top_bar import TopBar
from hfchat_gui.ui.window.window_commands import WindowCommands
from hfchat_gui.ui.window.window_place import kept_place, place_again, smallest
from hfchat_gui.ui.wording import cut

_QUIET = 0.4  # seconds; the first paint comes first
_NEEDED_LATER = (  # loaded on a thread, so that no click has to wait for them
    "hfchat_gui.ui.transcript.transcript",
    "hfchat_gui.ui.model_picker.popup",
    "hfchat_gui.ui.settings_pages.settings_dialog",
)
_LIKELY_LANGUAGES = ("python", "bash", "json", "javascript")
_LIST_NOTICE = "list"
_KEY_NOTICE = "key"


class MainWindow(QWidget):
    """Make it inside the main coroutine. Closing it only asks; `aclose` is what ends it."""

    def __init__(
        self, chats: Chats, ports: WindowPorts, on_close_requested: Callable[[], None]
    ) -> None:
        super().__init__()
        self._ports = ports
        read_names_from(ports.servers)
        self._on_close_requested = on_close_requested
        self._tasks = TaskScope(ports.report)
        self._ending = False
        self.setObjectName("window")
        self._take_place()
        self._menu = MenuBar(self)
        self._panel = SidePanel(chats, self._tasks, self)
        self._bar = TopBar(self)
        self._panel_place = PanelPlace(self, self._panel, ports.preferences, self._on_panel_shown)
        self._pane = ChatPane(chats.new(), ports.drafts, ports.preferences, ports.report, self)
        self._chats = ChatWays(
            chats,
            self._pane,
            self._panel,
            self._tasks,
            report=ports.report,
            on_shown=self._on_shown,
        )
        self._settings = SettingsWay(self, ports, self._tasks, lambda: self.session)
        self._models = ModelWay(
            self, self._bar.model_button, ports, self._tasks, session=lambda: self.session
        )
        self._help = HelpWay(self, ports.preferences, self._tasks, self.say)
        self._export = ExportWay(
            self,
            ports.write_file,
            self._tasks,
            self._pane.notices,
            lambda: self.session.conversation,
        )
        self._commands = WindowCommands(
            self._menu, self._ways(), Appearance(ports.preferences), self._pane
        )
        self._lay_out()
        self._connect()
        self._on_shown()
        self._unsubscribe = chats.subscribe(self._on_chat_changed)
        self._panel.mark(self.session.conversation.id)
        self._pane.focus_message()
        self._tasks.start(self._warm_up(), "warm up")

    @property
    def session(self) -> ChatSession:
        """The session on screen."""
        return self._pane.session

    def show_session(self, session: ChatSession) -> None:
        """Put this chat on screen; where it cannot be drawn, say so and stay where we are."""
        self._chats.show(session)

    def show_draft(self, text: str) -> None:
        """Come to the front and put `text` into the message, where it waits to be sent."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.raise_()
        self.activateWindow()
        if text:
            self._pane.take_draft(Draft(text))

    def show_notice(
        self, key: str, error: ErrorRecord | None, retry: Callable[[], None] | None = None
    ) -> None:
        """Show a state of the whole program above the chat, or end it (None).

        `retry` is what its Try again does; without it there is no such button.
        """
        if error is None:
            self._pane.notices.clear(key)
        else:
            self._pane.notices.put(key, error, retry)

    def say(self, key: str, sentence: str) -> None:
        """Say above the chat what the person should know, though nothing failed; "" ends it."""
        self._pane.notices.say(key, sentence)

    async def aclose(self) -> None:
        """Stop following the chats, end the window's own tasks, and close for good."""
        self._keep_place()
        self._pane.detach()
        self._commands.follow(None)
        self._unsubscribe()
        await self._pane.aclose()
        await self._tasks.aclose()
        read_names_from(None)
        self._ending = True
        self.close()
        self.deleteLater()

    async def _warm_up(self) -> None:
        await asyncio.sleep(_QUIET)
        loop = asyncio.get_running_loop()
        for name in _NEEDED_LATER:
            if name not in sys.modules:
                await loop.run_in_executor(None, importlib.import_module, name)
        self._pane.warm_up()
        from hfchat_gui.markdown.code_colours import prepare

        for language in _LIKELY_LANGUAGES:
            await loop.run_in_executor(None, prepare, language)

    def _take_place(self) -> None:
        screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
        first = self.screen().availableGeometry()
        kept = self._ports.preferences.window_place
        self.setMinimumSize(smallest(first))
        self.setGeometry(place_again(kept, [first, *screens]))
        if kept is not None and kept.is_maximised:
            self.setWindowState(self.windowState() | Qt.WindowState.WindowMaximized)

    def _keep_place(self) -> None:
        maximised = self.isMaximized()
        normal = self.normalGeometry() if maximised else self.geometry()
        self._ports.preferences.set_window_place(kept_place(normal, is_maximised=maximised))

    def _lay_out(self) -> None:
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self._bar)
        right.addWidget(self._pane, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.setMenuBar(self._menu)
        row.addWidget(self._panel)
        row.addLayout(right, 1)

    def _ways(self) -> dict[Command, Callable[[], None]]:
        return {
            Command.NEW_CHAT: self._chats.new,
            Command.ATTACH: self._pane.choose_files,
            Command.EXPORT: self._export.open,
            Command.RENAME_CHAT: self._bar.title.begin,
            Command.DELETE_CHAT: self._chats.delete_shown,
            Command.CHOOSE_MODEL: self._models.open,
            Command.SYSTEM_PROMPT: self._pane.focus_system_prompt,
            Command.SIDE_PANEL: self._panel_place.toggle,
            Command.SETTINGS: self._settings.open_general,
            Command.SHORTCUTS: self._help.open_shortcuts,
            Command.ABOUT: self._help.open_about,
            Command.QUIT: self._on_quit,
        }

    def _connect(self) -> None:
        self._panel.new_chat_requested.connect(self._chats.new)
        self._panel.conversation_chosen.connect(self._chats.open)
        self._panel.renamed.connect(self._chats.rename)
        self._panel.deletion_requested.connect(self._chats.delete)
        self._panel.settings_requested.connect(self._settings.open_general)
        self._panel.list_failed.connect(self._on_list_failed)
        self._bar.panel_toggled.connect(self._panel_place.toggle)
        self._bar.new_chat_requested.connect(self._chats.new)
        self._bar.model_button.clicked.connect(self._models.open)
        self._bar.title.renamed.connect(self._chats.rename_shown)
        self._models.chosen.connect(self._pane.focus_message)
        self._models.key_not_kept.connect(self._on_key_not_kept)
        self._models.servers_requested.connect(self._settings.open_servers)
        self._settings.closed.connect(self._on_details_changed)
        self._settings.send_key_chosen.connect(self._pane.set_send_key)
        self._pane.notices.reach_after(self._bar.title.last_part)
        self._pane.action_requested.connect(self._on_card_action)
        self._pane.notices.action_requested.connect(self._on_action)
        self._pane.settings_requested.connect(self._settings.open_token)
        self._pane.details_changed.connect(self._on_details_changed)
        self._pane.drafts_changed.connect(self._panel.mark_drafts)

    # What the person does.

    def _on_card_action(self, message_id: str, action: Action) -> None:
        if action.kind is ActionKind.NEW_CHAT:
            self._chats.new_with(self.session.question_of(message_id))
        else:
            self._on_action(action)

    def _on_action(self, action: Action) -> None:
        deeds: dict[ActionKind, Callable[[], object]] = {
            ActionKind.OPEN_SETTINGS: lambda: self._settings.follow(action),
            ActionKind.ALLOW_PLAIN_HTTP: lambda: self._settings.follow(action),
            ActionKind.CHOOSE_MODEL: self._models.open,
            ActionKind.OPEN_PAGE: lambda: open_link(action.target),
            ActionKind.NEW_CHAT: self._chats.new,
            ActionKind.COPY_REPORT: lambda: self._help.copy_report(action.target),
        }
        if deed := deeds.get(action.kind):
            deed()

    def _on_quit(self) -> None:
        self.close()

    # What changes.

    def _on_shown(self) -> None:
        self._commands.follow(self.session)
        self._on_details_changed()

    def _on_chat_changed(self, session: ChatSession) -> None:
        self._models.note_answers(session)
        self._pane.show_reply_state()
        self._show_title()

    def _on_details_changed(self) -> None:
        self._bar.model_button.show_model(self.session.conversation.model)
        self._pane.show_token(expected=self._ports.tokens.expected)
        self._show_title()

    def _show_title(self) -> None:
        conversation = self.session.conversation
        self._bar.title.show_title(conversation.id, conversation.title)
        self._bar.title.setVisible(bool(conversation.path_ids))
        self.setWindowTitle(f"{cut(conversation.title)} – HF Chat")

    def _on_list_failed(self, error: ErrorRecord | None) -> None:
        self.show_notice(_LIST_NOTICE, error, self._panel.read_again)

    def _on_key_not_kept(self, why: str) -> None:
        self.show_notice(_KEY_NOTICE, KeyringUnavailable(why, action=NO_ACTION).record())

    def _on_panel_shown(self, shown: bool) -> None:
        self._bar.show_panel_state(shown)
        self._menu.show_panel_state(shown)

    # Qt's own names.

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._panel_place.fit()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._ending:
            event.accept()
            return
        event.ignore()
        self._keep_place()
        self._pane.hand_on()
        self._on_close_requested()
        QTimer.singleShot(0, self.hide)  # hiding in here would let a pending quit() through
