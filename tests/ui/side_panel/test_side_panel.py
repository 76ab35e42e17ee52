"""The panel lists the chats, opens the one that was chosen last, and says what went wrong."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
)

from hfchat_gui.conversation.draft import Draft
from hfchat_gui.conversation.errors import (
    StorageFailed,
)
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.ui.side_panel.conversation_list import ConversationList
from tests.helpers.patience import settle
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import listed, message, named, press, send, texts, until
from tests.ui.stand_in_ports import LOCAL
from tests.ui.stand_ins import House


def test_a_chosen_conversation_is_opened_and_marked(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.conversation("Old chat", age=86400 * 5, text="Anybody there?")

    async def scenario() -> None:
        async with opened() as window:
            rows = window.findChild(ConversationList)
            assert rows is not None
            await until(lambda: listed(window) == ["Earlier", "Old chat"])
            place = rows.visualRect(rows.model().index(1, 0)).center()
            QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)
            await until(lambda: window.session.conversation.title == "Old chat")
            assert rows.currentIndex().data() == "Old chat"
            prompt = named(window, "System prompt")[0]
            assert prompt.toPlainText() == "Prompt of Old chat"  # type: ignore[attr-defined]

    qt_run(scenario())


def test_the_conversation_chosen_last_wins(qt_run: Run, opened: Opened, house: House) -> None:
    first, second = house.conversation("First"), house.conversation("Second")

    async def scenario() -> None:
        async with opened() as window:
            window._panel.conversation_chosen.emit(first)
            window._panel.conversation_chosen.emit(second)
            await settle(0.05)
            assert window.session.conversation.title == "Second"

    qt_run(scenario())


def test_a_conversation_that_cannot_be_read_says_so(
    qt_run: Run, opened: Opened, house: House
) -> None:
    key = house.conversation("Old chat")

    async def scenario() -> None:
        async with opened() as window:
            await until(lambda: listed(window))
            house.disk.error = StorageFailed("The chat could not be read: the disk is gone.")
            window._panel.conversation_chosen.emit(key)
            await until(lambda: "could not be read" in texts(window))
            house.disk.error = None
            press(window, "Try again")
            await until(lambda: window.session.conversation.id == key)
            assert "could not be read" not in texts(window)

    qt_run(scenario())


def test_the_window_is_up_before_anything_is_read(
    qt_run: Run, opened: Opened, house: House, qapp: QApplication
) -> None:
    async def scenario() -> None:
        house.disk.error = StorageFailed("The list could not be read.")
        async with opened() as window:
            QTest.keyClicks(message(window), "typed at once")
            assert message(window).toPlainText() == "typed at once"
            assert window.session.conversation.model == LOCAL
            await until(lambda: "The list could not be read." in texts(window))

    qt_run(scenario())


def test_try_again_reads_the_list_and_saves_what_was_sent_meanwhile(
    qt_run: Run, opened: Opened, house: House
) -> None:
    old = house.conversation("Old chat", age=86400 * 5)

    async def scenario() -> None:
        house.disk.error = StorageFailed("The disk is away.")
        async with opened() as window:
            await until(lambda: "The disk is away." in texts(window).splitlines())
            await send(window, "hi")
            assert listed(window) == ["Today", "hi"]
            assert "This chat is not being saved: The disk is away." in texts(window)
            press(window, "Try again")
            await settle(0.05)
            assert "This chat is not being saved" in texts(window)
            house.disk.error = None
            press(window, "Try again")
            await until(lambda: "The disk is away." not in texts(window))
            assert listed(window) == ["Today", "hi", "Earlier", "Old chat"]

    qt_run(scenario())
    (mine,) = house.disk.messages.keys() - {old}
    assert [turn.text for turn in house.disk.messages[mine].values()] == ["hi", ""]


def test_a_chat_that_changes_does_not_make_the_list_be_read_again(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.conversation("Old chat", age=86400 * 5)

    async def scenario() -> None:
        async with opened() as window:
            await until(lambda: listed(window))
            await send(window, "one")
            await send(window, "two")
            window.session.set_model(ModelRef(Source.ROUTER, "org/model"))
            await until(lambda: listed(window) == ["Today", "one", "Earlier", "Old chat"])

    qt_run(scenario())
    assert house.disk.times_listed == 1


def test_a_chat_without_a_turn_is_not_listed(qt_run: Run, opened: Opened, house: House) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await until(lambda: house.disk.times_listed)
            window.session.set_model(ModelRef(Source.ROUTER, "org/model"))
            await settle()
            assert listed(window) == []

    qt_run(scenario())


def test_a_conversation_that_is_no_longer_wanted_does_not_complain(
    qt_run: Run, opened: Opened, house: House
) -> None:
    key = house.conversation("Old chat")

    async def scenario() -> None:
        async with opened() as window:
            await until(lambda: listed(window))
            house.disk.error = StorageFailed("The chat could not be read.")
            window._panel.conversation_chosen.emit(key)
            window.show_session(window.session)
            await settle()
            assert "could not be read" not in texts(window)

    qt_run(scenario())


def test_a_chat_with_something_unsent_is_marked_also_after_a_start(
    qt_run: Run, opened: Opened, house: House
) -> None:
    key = house.conversation("Old chat")
    house.drafts.kept[key] = Draft("half a sentence")

    async def scenario() -> None:
        async with opened() as window:
            rows = window.findChild(ConversationList)
            assert rows is not None
            heard = Qt.ItemDataRole.AccessibleTextRole
            await until(lambda: rows.model().index(1, 0).data(heard) == "Old chat, with a draft")
            window.grab()
            window._panel.conversation_chosen.emit(key)
            await until(lambda: message(window).toPlainText() == "half a sentence")
            message(window).clear()
            await until(lambda: rows.model().index(1, 0).data(heard) == "Old chat")

    qt_run(scenario())
