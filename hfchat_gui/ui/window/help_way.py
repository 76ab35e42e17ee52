"""The ways of the Help menu: the list of shortcuts, and About; and the report of a fault."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QWidget

from hfchat_gui.conversation.ports import Preferences
from hfchat_gui.conversation.tasks import TaskScope

_REPORT_NOTICE = "report"
_COPIED = (
    "The report is copied: versions, and where the fault is; no message and no key. Paste it where "
    "you write about the fault."
)


class HelpWay:
    """Opens one of them at a time. `say` puts a word under a key above the chat."""

    def __init__(
        self,
        window: QWidget,
        preferences: Preferences,
        tasks: TaskScope,
        say: Callable[[str, str], None],
    ) -> None:
        self._say = say
        self._window = window
        self._preferences = preferences
        self._tasks = tasks
        self._is_open = False

    def open_shortcuts(self) -> None:
        """Show which keys do what."""
        self._open(self._shortcuts, "shortcuts")

    def open_about(self) -> None:
        """Show the versions and licences."""
        self._open(self._about, "about")

    def copy_report(self, what: str) -> None:
        """Copy the versions and `what` happened, for whoever is told of the fault."""
        self._tasks.start(self._copy_report(what), "copy a report")

    async def _copy_report(self, what: str) -> None:
        from hfchat_gui.ui.window.about_facts import about_facts

        facts = await asyncio.get_running_loop().run_in_executor(None, about_facts)
        QGuiApplication.clipboard().setText(f"{facts.report}\n{what}")
        self._say(_REPORT_NOTICE, _COPIED)

    def _open(self, make: Callable[[], Awaitable[QDialog]], name: str) -> None:
        if not self._is_open:
            self._is_open = True
            self._tasks.start(self._show(make), name)

    async def _shortcuts(self) -> QDialog:
        from hfchat_gui.ui.window.shortcut_list import ShortcutList

        return ShortcutList(self._preferences.send_key, self._window)

    async def _about(self) -> QDialog:
        from hfchat_gui.ui.window.about_dialog import AboutDialog
        from hfchat_gui.ui.window.about_facts import about_facts

        facts = await asyncio.get_running_loop().run_in_executor(None, about_facts)
        return AboutDialog(facts, self._window)

    async def _show(self, make: Callable[[], Awaitable[QDialog]]) -> None:
        from hfchat_gui.eventloop.dialogs import finished

        try:
            dialog = await make()
            try:
                await finished(dialog)
            finally:
                dialog.deleteLater()
        finally:
            self._is_open = False
