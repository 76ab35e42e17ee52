"""The window: side panel, bar and chat, and the ways between them."""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from hfchat_gui.conversation.chats import Chats
from hfchat_gui.conversation.errors import (
    Action,
    ActionKind,
    ErrorRecord,
    KeyringUnavailable,
    StorageFailed,
)
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.chat_pane import ChatPane
from hfchat_gui.ui.links import open_link
from hfchat_gui.ui.palette import SPACE_XS
from hfchat_gui.ui.ports import WindowPorts
from hfchat_gui.ui.side_panel import SidePanel
from hfchat_gui.ui.top_bar import TopBar
from hfchat_gui.ui.window_place import first_place, smallest
from hfchat_gui.ui.wording import cut

if TYPE_CHECKING:
    from hfchat_gui.ui.model_picker.popup import ModelPicker

NARROW = 800  # pixels; below it the side panel makes room for the text
_QUIET = 0.4  # seconds; the first paint comes first
_NEEDED_LATER = (  # loaded on a thread, so that no click has to wait for them
    "hfchat_gui.ui.transcript.transcript",
    "hfchat_gui.ui.model_picker.popup",
    "hfchat_gui.ui.settings_dialog",
)
_LIKELY_LANGUAGES = ("python", "bash", "json", "javascript")
_LIST_NOTICE = "list"
_OPEN_NOTICE = "open"
_NOT_SHOWN = ErrorRecord(
    "not_shown",
    "This chat cannot be shown, because HF Chat failed to draw it. Nothing of it is lost. "
    "Report it with the log if it happens again after the next start.",
)


class MainWindow(QWidget):
    """Make it inside the main coroutine. Closing it only asks; `aclose` is what ends it."""

    def __init__(
        self, chats: Chats, ports: WindowPorts, on_close_requested: Callable[[], None]
    ) -> None:
        super().__init__()
        self._chats = chats
        self._ports = ports
        self._on_close_requested = on_close_requested
        self._tasks = TaskScope(ports.report)
        self._ending = False
        self._panel_wanted: bool | None = None  # None: as the width allows
        self._wanted_id = ""
        self._settings_open = False
        self.setObjectName("window")
        screen = self.screen().availableGeometry()
        self.setMinimumSize(smallest(screen))
        self.setGeometry(first_place(screen))
        self._panel = SidePanel(chats, self._tasks, self)
        self._bar = TopBar(self)
        self._pane = ChatPane(chats.new(), self)
        self._picker: ModelPicker | None = None
        self._focus_before: QWidget | None = None  # the picker was opened
        self._lay_out()
        self._connect()
        self._on_details_changed()
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
        try:
            self._pane.show_session(session)
        except Exception as error:  # noqa: BLE001 - reported whole; the fault is the drawing's
            self._ports.report(error)
            self._wanted_id = self.session.conversation.id
            self._pane.notices.put(_OPEN_NOTICE, _NOT_SHOWN)
            self._panel.mark(self._wanted_id)
            return
        self._wanted_id = session.conversation.id
        self._pane.notices.clear(_OPEN_NOTICE)
        self._on_details_changed()
        self._panel.mark(session.conversation.id)

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

    async def aclose(self) -> None:
        """Stop following the chats, end the window's own tasks, and close for good."""
        self._pane.detach()
        self._unsubscribe()
        await self._tasks.aclose()
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

    def _lay_out(self) -> None:
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self._bar)
        right.addWidget(self._pane, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._panel)
        row.addLayout(right, 1)

    def _connect(self) -> None:
        self._panel.new_chat_requested.connect(self._on_new_chat)
        self._panel.conversation_chosen.connect(self._on_conversation_chosen)
        self._panel.settings_requested.connect(self._on_settings)
        self._panel.list_failed.connect(self._on_list_failed)
        self._bar.panel_toggled.connect(self._on_panel_toggled)
        self._bar.new_chat_requested.connect(self._on_new_chat)
        self._pane.notices.reach_after(self._bar.model_button)
        self._bar.model_button.clicked.connect(self._on_choose_model)
        self._pane.action_requested.connect(self._on_action)
        self._pane.notices.action_requested.connect(self._on_notice_action)
        self._pane.settings_requested.connect(self._on_settings)
        self._pane.details_changed.connect(self._on_details_changed)
        for keys, slot in (
            (QKeySequence(QKeySequence.StandardKey.New), self._on_new_chat),
            (QKeySequence("Ctrl+Shift+M"), self._on_choose_model),
            (QKeySequence("Ctrl+Shift+P"), self._pane.focus_system_prompt),
            (QKeySequence("Ctrl+,"), self._on_settings),
            (QKeySequence("Ctrl+B"), self._on_panel_toggled),
            (QKeySequence(QKeySequence.StandardKey.Quit), self.close),
        ):
            QShortcut(keys, self).activated.connect(slot)

    # What the person does.

    def _on_new_chat(self) -> None:
        if self.session.conversation.path_ids:
            self.show_session(self._chats.new())
        self._pane.focus_message()

    def _on_conversation_chosen(self, conversation_id: str) -> None:
        self._wanted_id = conversation_id
        self._tasks.start(self._open(conversation_id), "open a conversation")

    async def _open(self, conversation_id: str) -> None:
        try:
            session = await self._chats.open(conversation_id)
        except StorageFailed as error:
            if self._wanted_id == conversation_id:  # else another one was chosen meanwhile
                again = partial(self._on_conversation_chosen, conversation_id)
                self._pane.notices.put(_OPEN_NOTICE, error.record(), again)
            return
        if self._wanted_id == conversation_id:
            self.show_session(session)
            self._pane.focus_message()

    def _on_choose_model(self) -> None:
        if self._picker is None:
            from hfchat_gui.ui.model_picker.popup import ModelPicker

            self._picker = ModelPicker(self, self._ports.catalogue, self._ports.preferences)
            self._picker.chosen.connect(self._on_model_chosen)
            self._picker.closed.connect(self._on_picker_closed)
        self._focus_before = self.focusWidget()
        left = self._bar.model_button.mapTo(self, QPoint()).x()
        corner = QPoint(left, self._bar.height() + SPACE_XS)
        self._picker.open_at(corner, self.session.conversation.model)

    def _on_picker_closed(self) -> None:
        before = self._focus_before or self._bar.model_button
        before.setFocus(Qt.FocusReason.PopupFocusReason)

    def _on_model_chosen(self, model: ModelRef) -> None:
        preferences = self._ports.preferences
        if model.source is Source.ROUTER:
            preferences.remember_router_model(model.name)
        elif model.source is Source.ADDRESS:
            preferences.remember_address(model)
        preferences.set_last_model(model)
        self.session.set_model(model)
        self._pane.focus_message()

    def _on_settings(self) -> None:
        if not self._settings_open:
            self._settings_open = True
            self._tasks.start(self._show_settings(), "settings")

    async def _show_settings(self) -> None:
        from hfchat_gui.eventloop.dialogs import finished
        from hfchat_gui.ui.settings_dialog import SettingsDialog

        asking = TaskScope(self._ports.report)
        dialog = SettingsDialog(self._ports.tokens, asking, self)
        try:
            await finished(dialog)
            self._settings_open = False
            await asking.join()  # a token that is being kept is kept, though nobody looks on
            self._pane.show_token(expected=self._ports.tokens.expected)
            if dialog.token_changed or (dialog.token_present and self._keyring_failed()):
                self.session.offer_retry()
        finally:
            await asking.aclose()
            dialog.deleteLater()

    def _keyring_failed(self) -> bool:
        path = self.session.conversation.path
        error = path[-1].error if path else None
        return error is not None and error.kind == KeyringUnavailable.kind

    def _on_action(self, message_id: str, action: Action) -> None:
        if action.kind is ActionKind.RETRY:
            self.session.retry(message_id)
        else:
            self._on_notice_action(action)

    def _on_notice_action(self, action: Action) -> None:
        if action.kind is ActionKind.OPEN_SETTINGS:
            self._on_settings()
        elif action.kind is ActionKind.CHOOSE_MODEL:
            self._on_choose_model()
        elif action.kind is ActionKind.OPEN_PAGE:
            open_link(action.target)
        elif action.kind is ActionKind.NEW_CHAT:
            self._on_new_chat()

    # What changes.

    def _on_chat_changed(self, _session: ChatSession) -> None:
        self._pane.show_reply_state()

    def _on_details_changed(self) -> None:
        conversation = self.session.conversation
        self._bar.model_button.show_model(conversation.model)
        self._pane.show_token(expected=self._ports.tokens.expected)
        self.setWindowTitle(f"{cut(conversation.title)} – HF Chat")

    def _on_list_failed(self, error: ErrorRecord | None) -> None:
        self.show_notice(_LIST_NOTICE, error, self._panel.read_again)

    def _on_panel_toggled(self) -> None:
        self._panel_wanted = self._panel.isHidden()
        self._show_panel()

    def _show_panel(self) -> None:
        by_width = self.width() >= NARROW
        shown = by_width if self._panel_wanted is None else self._panel_wanted
        self._panel.setVisible(shown)
        self._bar.show_panel_state(shown)

    # Qt's own names.

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        before = event.oldSize().width()
        if before >= 0 and (before < NARROW) != (self.width() < NARROW):
            self._panel_wanted = None
        self._show_panel()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._ending:
            event.accept()
            return
        event.ignore()
        self._pane.hand_on()
        self._on_close_requested()
        QTimer.singleShot(0, self.hide)  # hiding in here would let a pending quit() through
