"""A reply that fails on purpose, so that its card can be tried."""

from __future__ import annotations

from hfchat_gui.conversation.errors import ChatError
from hfchat_gui.ui.window.main_window import MainWindow
from tests.ui.driving import send, until
from tests.ui.stand_ins import House


async def fail(window: MainWindow, house: House, error: ChatError) -> None:
    """Send a message whose reply fails; the next one will not."""
    house.router.backend.pieces, house.router.backend.error = (), error
    await send(window, "hi")
    await until(lambda: error.user_text in _last_words(window))
    house.router.backend.pieces, house.router.backend.error = ("Hello.",), None


def _last_words(window: MainWindow) -> str:
    last = window.session.conversation.path[-1]
    return last.error.message if last.error else ""
