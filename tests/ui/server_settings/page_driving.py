"""The servers' page in a dialog, and how these tests act on it by the names that a person sees."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QPushButton, QVBoxLayout

from hfchat_gui.conversation.servers import Server
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.server_settings.page import ServerSettings
from tests.helpers.patience import settle
from tests.ui.stand_ins import House

BOX = Server("Box", "http://localhost:8080", "vllm")
GPU = Server("GPU", "https://gpu.example.org")
Opened = Callable[[], AbstractAsyncContextManager[ServerSettings]]


def opener(house: House) -> Opened:
    """Return what opens the page in a dialog; `house.servers` is its list."""

    @asynccontextmanager
    async def open_page() -> AsyncIterator[ServerSettings]:
        tasks = TaskScope(house.reported.append)
        dialog = QDialog()
        page = ServerSettings(house.ports(), tasks, dialog)
        QVBoxLayout(dialog).addWidget(page)
        dialog.resize(600, 560)
        dialog.open()
        dialog.activateWindow()
        await settle()
        try:
            yield page
        finally:
            dialog.reject()
            await tasks.join()
            dialog.deleteLater()
        assert house.reported == []

    return open_page


def texts(page: ServerSettings) -> str:
    """Return all that labels say now."""
    return "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())


def button(page: ServerSettings, name: str) -> QPushButton:
    """Return the visible button of this name."""
    return next(
        one
        for one in page.findChildren(QPushButton)
        if name in (one.text(), one.accessibleName()) and one.isVisible()
    )


def field(page: ServerSettings, name: str) -> QLineEdit:
    """Return the visible field of this name."""
    fields = page.findChildren(QLineEdit)
    return next(one for one in fields if one.accessibleName() == name and one.isVisible())


async def press(page: ServerSettings, name: str) -> None:
    """Click this button, and let what follows begin."""
    button(page, name).click()
    await settle()


def shows_form(page: ServerSettings) -> bool:
    """Whether a server is being added or changed."""
    return any(one.text() == "Save" for one in page.findChildren(QPushButton))
