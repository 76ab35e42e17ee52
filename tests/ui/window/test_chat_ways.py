"""The ways between chats: what fails on disk is said above the chat, and can be tried again."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from hfchat_gui.conversation.error_record import NEW_CHAT
from hfchat_gui.conversation.errors import PromptTooLong, StorageFailed
from hfchat_gui.ui.transcript.transcript import Transcript
from hfchat_gui.ui.window.main_window import MainWindow
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import listed, message, named, press, send, texts, until
from tests.ui.failing import fail
from tests.ui.stand_ins import House

_FULL = StorageFailed("The disk is full.")


def _undo(window: MainWindow) -> list[object]:
    return list(named(window, "Undo", QPushButton))


def test_a_chat_that_cannot_be_deleted_stays_and_can_be_tried_again(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await send(window, "hi")
            await window.session.finished()
            first = window.session
            house.disk.error = _FULL
            window._chats.delete_shown()
            await until(lambda: "The disk is full." in texts(window))
            assert window.session is first
            house.disk.error = None
            press(window, "Try again")
            await until(lambda: window.session is not first)
            await until(lambda: _undo(window))
            assert "The disk is full." not in texts(window)

    qt_run(scenario())


def test_a_deletion_that_cannot_be_undone_says_so_and_can_be_tried_again(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await send(window, "hi")
            await window.session.finished()
            first = window.session
            window._chats.delete_shown()
            await until(lambda: _undo(window))
            house.disk.error = _FULL
            press(window, "Undo")
            await until(lambda: "The disk is full." in texts(window))
            house.disk.error = None
            press(window, "Try again")
            await until(lambda: window.session is first)

    qt_run(scenario())


def test_undoing_the_deletion_of_another_chat_stays_in_this_one(
    qt_run: Run, opened: Opened, house: House
) -> None:
    key = house.conversation("Other")

    async def scenario() -> None:
        async with opened() as window:
            await send(window, "hi")
            shown = window.session
            await until(lambda: "Other" in listed(window))
            window._chats.delete(key, "Other")
            await until(lambda: "Other" not in listed(window))
            await until(lambda: "“Other” deleted" in texts(window))
            press(window, "Undo")
            await until(lambda: "Other" in listed(window))
            assert window.session is shown

    qt_run(scenario())


def test_a_name_that_cannot_be_given_says_why(qt_run: Run, opened: Opened, house: House) -> None:
    key = house.conversation("Other")

    async def scenario() -> None:
        async with opened() as window:
            await until(lambda: "Other" in listed(window))
            house.disk.error = _FULL
            window._chats.rename(key, "Mine")
            await until(lambda: "The disk is full." in texts(window))
            house.disk.error = None
            press(window, "Try again")
            await until(lambda: "Mine" in listed(window))

    qt_run(scenario())


def test_a_new_chat_from_a_card_takes_the_question_along(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await fail(window, house, PromptTooLong("It is too long."))
            first = window.session
            transcript = window.findChild(Transcript)
            assert transcript is not None
            transcript.action_requested.emit(first.conversation.path_ids[-1], NEW_CHAT)
            assert window.session is not first
            assert message(window).toPlainText() == "hi"
            assert window.session.conversation.path_ids == ()

    qt_run(scenario())
