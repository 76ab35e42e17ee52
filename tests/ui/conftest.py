"""A window on real chats, made and ended inside the loop that runs it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from hfchat_gui.conversation.choices import USUAL_TEXT
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.window.main_window import MainWindow
from tests.ui.stand_ins import House

_HERE = Path(__file__).parent
Opened = Callable[[], AbstractAsyncContextManager[MainWindow]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the offscreen platform say that it knows no size hints."""
    for item in items:
        if item.path.is_relative_to(_HERE):
            item.add_marker(pytest.mark.qt_log_ignore("propagateSizeHints", r"support raise\(\)"))


@pytest.fixture
def house() -> House:
    """The parts that the window stands on."""
    return House()


@pytest.fixture
def opened(house: House, qapp: QApplication) -> Opened:
    """Open the window on the house; what it reports fails the test at its end."""

    @asynccontextmanager
    async def open_window() -> AsyncIterator[MainWindow]:
        theme().dress(qapp)
        chats = house.chats()
        window = MainWindow(chats, house.ports(), house.ask_to_close)
        window.show()
        window.activateWindow()
        try:
            yield window
        finally:
            await chats.aclose()
            await window.aclose()
            theme().set_text_size(USUAL_TEXT)
        assert house.reported == []

    return open_window
