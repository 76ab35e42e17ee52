"""The ways of the Help menu: the list of shortcuts, and About."""

from __future__ import annotations

import asyncio

from PySide6.QtWidgets import QDialog, QWidget

from hfchat_gui.conversation.ports import Preferences
from hfchat_gui.conversation.tasks import TaskScope


class HelpWay:
    """Opens one of them at a time."""

    def __init__(self, window: QWidget, preferences: Preferences, tasks: TaskScope) -> None:
        self._window = window
        self._preferences = preferences
        self._tasks = tasks
        self._is_open = False

    def open_shortcuts(self) -> None:
        """Show which keys do what."""
        if not self._is_open:
            self._is_open = True
            self._tasks.start(self._show_shortcuts(), "shortcuts")

    def open_about(self) -> None:
        """Show the versions and licences."""
        if not self._is_open:
            self._is_open = True
            self._tasks.start(self._show_about(), "about")

    async def _show_shortcuts(self) -> None:
        from hfchat_gui.ui.window.shortcut_list import ShortcutList

        await self._show(ShortcutList(self._preferences.send_key, self._window))

    async def _show_about(self) -> None:
        from hfchat_gui.ui.window.about_dialog import AboutDialog
        from hfchat_gui.ui.window.about_facts import about_facts

        facts = await asyncio.get_running_loop().run_in_executor(None, about_facts)
        await self._show(AboutDialog(facts, self._window))

    async def _show(self, dialog: QDialog) -> None:
        from hfchat_gui.eventloop.dialogs import finished

        try:
            await finished(dialog)
        finally:
            self._is_open = False
            dialog.deleteLater()
