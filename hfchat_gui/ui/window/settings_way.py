"""The way into the settings and back: what has changed in there is told to the chat."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from hfchat_gui.conversation.errors import ErrorRecord, KeyringUnavailable, KeyUnprotected
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

    @property
    def is_open(self) -> bool:
        """Whether the settings are open."""
        return self._dialog is not None

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

    def ask_about_plain_http(self, address: str) -> None:
        """Open the settings at whether the key for this address may go unprotected."""
        from hfchat_gui.ui.settings_pages.settings_dialog import SettingsPage

        self._open(SettingsPage.SERVERS).ask_about_plain_http(address)

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
            token = dialog.token_changed or (dialog.token_present and self._keyring_failed())
            if token or self._is_agreed():
                self._session().offer_retry()
            self.closed.emit()
        finally:
            await asking.aclose()
            dialog.deleteLater()

    def _keyring_failed(self) -> bool:
        error = self._last_error()
        return error is not None and error.kind == KeyringUnavailable.kind

    def _is_agreed(self) -> bool:
        """Whether a key that was not sent unprotected may be now."""
        error = self._last_error()
        if error is None or error.kind != KeyUnprotected.kind:
            return False
        return self._ports.preferences.unprotected_allowed(error.action.target)

    def _last_error(self) -> ErrorRecord | None:
        path = self._session().conversation.path
        return path[-1].error if path else None
