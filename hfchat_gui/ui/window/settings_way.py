"""The way into the settings and back: what has changed in there is told to the chat."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from hfchat_gui.conversation.error_record import Action, ActionKind
from hfchat_gui.conversation.errors import KeyringUnavailable
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.ports import WindowPorts

if TYPE_CHECKING:
    from hfchat_gui.ui.settings_pages.settings_dialog import SettingsDialog, SettingsPage


class SettingsWay(QObject):
    """Opens the settings once at a time; `closed` is said after all that was asked is answered."""

    closed = Signal()
    send_key_chosen = Signal(object)  # SendKey

    def __init__(
        self,
        window: QWidget,
        ports: WindowPorts,
        tasks: TaskScope,
        session: Callable[[], ChatSession],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._ports = ports
        self._tasks = tasks
        self._session = session
        self._dialog: SettingsDialog | None = None

    def open_general(self) -> None:
        """Open the settings at their first page."""
        from hfchat_gui.ui.settings_pages.settings_dialog import SettingsPage

        self._open(SettingsPage.GENERAL)

    def open_token(self) -> None:
        """Open the settings at the Hugging Face token."""
        from hfchat_gui.ui.settings_pages.settings_dialog import SettingsPage

        self._open(SettingsPage.TOKEN)

    def open_servers(self) -> None:
        """Open the settings at the servers."""
        from hfchat_gui.ui.settings_pages.settings_dialog import SettingsPage

        self._open(SettingsPage.SERVERS)

    def follow(self, action: Action) -> None:
        """Open the settings where the matter of this action is settled."""
        from hfchat_gui.ui.settings_pages.settings_dialog import page_of

        self._open(page_of(action)).follow(action)

    def _open(self, page: SettingsPage) -> SettingsDialog:
        if self._dialog is not None:
            self._dialog.show_page(page)
            return self._dialog
        from hfchat_gui.ui.settings_pages.settings_dialog import SettingsDialog

        asking = TaskScope(self._ports.report)
        self._dialog = dialog = SettingsDialog(self._ports, asking, self._window, page)
        dialog.send_key_chosen.connect(self.send_key_chosen)
        self._tasks.start(self._wait_for(dialog, asking), "settings")
        return dialog

    async def _wait_for(self, dialog: SettingsDialog, asking: TaskScope) -> None:
        from hfchat_gui.eventloop.dialogs import finished

        try:
            await finished(dialog)
            self._dialog = None
            await asking.join()  # a token that is being kept is kept, though nobody looks on
            if self._may_work_now(dialog):
                self._session().offer_retry()
            self.closed.emit()
        finally:
            await asking.aclose()
            dialog.deleteLater()

    def _may_work_now(self, dialog: SettingsDialog) -> bool:
        """Whether what the last reply failed for is another one now."""
        path = self._session().conversation.path
        error = path[-1].error if path else None
        if error is None:
            return False
        if error.action.kind is ActionKind.ALLOW_PLAIN_HTTP:
            return self._ports.preferences.unprotected_allowed(error.action.target)
        unlocked = error.kind == KeyringUnavailable.kind and not error.action.target
        return dialog.has_settled(error.action) or (unlocked and dialog.token_present)
