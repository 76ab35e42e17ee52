"""The settings, opened and closed as a person does it."""

from __future__ import annotations

from hfchat_gui.ui.settings_pages.settings_dialog import SettingsDialog
from hfchat_gui.ui.window.main_window import MainWindow
from tests.ui.driving import until


async def token_page(window: MainWindow) -> SettingsDialog:
    """Open the settings at the token and return them."""
    window._settings.open_token()
    await until(lambda: open_settings(window))
    return open_settings(window)[0]


def open_settings(window: MainWindow) -> list[SettingsDialog]:
    """Return the dialogs that are open, one at most."""
    return [dialog for dialog in window.findChildren(SettingsDialog) if dialog.isVisible()]


async def close_settings(window: MainWindow) -> None:
    """Close them, and wait until what was asked there is answered."""
    await until(lambda: open_settings(window))
    open_settings(window)[0].reject()
    await until(lambda: not window.findChildren(SettingsDialog))
