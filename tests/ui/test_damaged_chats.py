"""A damaged file of chats is named with what to do, and Try again goes on without a restart."""

from __future__ import annotations

from pathlib import Path

from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.store.conversations import ConversationStore
from hfchat_gui.store.database import Database
from hfchat_gui.store.failures import DATABASE_NAME
from hfchat_gui.ui.window.main_window import MainWindow
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import listed, named, press, send, texts, until
from tests.ui.stand_ins import House


class Owning:
    """Owns the folder for the window, and tries again when it is told to, as the program does."""

    def __init__(self, database: Database, window: MainWindow, tasks: TaskScope) -> None:
        self._database = database
        self._window = window
        self._tasks = tasks

    def start(self) -> None:
        """Try once."""
        self._tasks.start(self._own(), "own")

    async def _own(self) -> None:
        try:
            await self._database.own()
        except StorageFailed as error:
            self._window.show_notice("store", error.record(), self.start)
        else:
            self._window.show_notice("store", None)


def test_a_damaged_file_can_be_moved_away_and_the_chat_is_saved(
    qt_run: Run, opened: Opened, house: House, data_folder: Path
) -> None:
    file = data_folder / DATABASE_NAME
    file.write_bytes(b"not a database" * 1000)
    database = Database(data_folder)
    store = ConversationStore(database)
    house.disk = store  # type: ignore[assignment]

    async def scenario() -> None:
        tasks = TaskScope(house.reported.append)
        async with opened() as window:
            Owning(database, window, tasks).start()
            await until(lambda: len(named(window, "Try again")) == 1)
            said = texts(window)
            assert said.count(f"The file with your chats, {file}, is damaged.") == 1
            assert "Move it to another folder" in said
            await send(window, "hi")
            assert listed(window) == ["Today", "hi"]
            assert "This chat is not being saved" in texts(window)
            press(window, "Try again")
            await tasks.join()
            assert "is damaged" in texts(window)
            file.rename(data_folder.parent / "aside")
            press(window, "Try again")
            await until(lambda: not named(window, "Try again"))
            key = window.session.conversation.id
            assert [turn.text for turn in (await store.load(key)).messages] == ["hi", ""]
            assert listed(window) == ["Today", "hi"]
        await database.aclose()

    qt_run(scenario())
    assert (data_folder.parent / "aside").read_bytes().startswith(b"not a database")
