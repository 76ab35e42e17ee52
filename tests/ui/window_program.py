"""The window on real chats and a scripted backend, as a program of its own."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from hfchat_gui.eventloop.run import run
from hfchat_gui.eventloop.shutdown import Shutdown
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.window.main_window import MainWindow
from tests.ui.stand_ins import House


async def _main(app: QApplication) -> int:
    theme().dress(app)
    shutdown, house = Shutdown(), House()
    house.conversation("Old chat", age=86_400 * 5)
    chats = house.chats()
    with shutdown.on_signals():
        window = MainWindow(chats, house.ports(), shutdown.request)
        window.show()
        await shutdown.requested()
    await chats.aclose()
    await window.aclose()
    return len(house.reported)


if __name__ == "__main__":
    raise SystemExit(run(_main))
