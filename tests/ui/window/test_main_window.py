"""The window as a whole: its ways, its narrow form, its order for the keyboard, its end."""

from __future__ import annotations

import asyncio

import pytest
import shiboken6
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QWidget,
)

from hfchat_gui.conversation.error_record import ADD_TOKEN, ErrorRecord
from hfchat_gui.conversation.errors import (
    BadAddress,
    ChatError,
    ModelUnknown,
    PaymentNeeded,
    PromptTooLong,
    ServerFailed,
    SignInNeeded,
)
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.ui.model_picker.popup import ModelPicker
from hfchat_gui.ui.settings_pages.settings_dialog import SettingsDialog
from hfchat_gui.ui.window.main_window import MainWindow
from tests.helpers.patience import settle
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import Opener, message, named, press, press_card, send, text_of, texts, until
from tests.ui.failing import fail
from tests.ui.settings_driving import close_settings
from tests.ui.stand_ins import House


def test_the_names_that_others_rely_on_are_there(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            for name in ("Model", "System prompt", "Message", "Send", "New chat", "Conversations"):
                assert len(named(window, name)) == 1, name
            await send(window, "hi")
            assert named(window, "Transcript")

    qt_run(scenario())


def test_a_new_chat_after_an_empty_one_is_the_same(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            first = window.session
            QTest.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
            assert window.session is first
            await send(window, "hi")
            QTest.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
            assert window.session is not first

    qt_run(scenario())


def test_try_again_on_the_card_asks_again(qt_run: Run, opened: Opened, house: House) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await fail(window, house, ServerFailed("It broke."))
            press_card(window, "Try again")
            await until(lambda: window.session.conversation.path[-1].text == "Hello.")

    qt_run(scenario())
    assert len(house.router.backend.requests) == 2


@pytest.mark.parametrize(
    ("error", "button"),
    [
        (ModelUnknown("No such model."), "Choose another model"),
        (BadAddress("No such address."), "Change the address"),
    ],
)
def test_the_card_opens_the_picker(
    qt_run: Run, opened: Opened, house: House, error: ChatError, button: str
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await fail(window, house, error)
            press_card(window, button)
            picker = window.findChild(ModelPicker)
            assert picker is not None
            assert picker.isVisible()

    qt_run(scenario())


def test_the_card_begins_a_new_chat(qt_run: Run, opened: Opened, house: House) -> None:
    async def scenario() -> None:
        async with opened() as window:
            first = window.session
            await fail(window, house, PromptTooLong("It is too long."))
            press_card(window, "Start a new chat")
            assert window.session is not first

    qt_run(scenario())


def test_the_card_opens_the_settings(qt_run: Run, opened: Opened, house: House) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await fail(window, house, SignInNeeded("It wants a token."))
            press_card(window, "Add a token")
            await until(lambda: window.findChildren(SettingsDialog))
            await close_settings(window)

    qt_run(scenario())


def test_the_card_opens_a_web_page(qt_run: Run, opened: Opened, house: House) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await fail(window, house, PaymentNeeded("The credits are used up."))
            press_card(window, "Open billing")

    with Opener.of("https") as opener:
        qt_run(scenario())
    assert opener.opened == ["https://huggingface.co/settings/billing"]


def test_a_narrow_window_hides_the_panel_and_offers_its_button(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            window.resize(720, 480)
            assert not named(window, "Conversations")
            assert len(named(window, "New chat")) == 1
            press(window, "Show the side panel")
            assert named(window, "Conversations")
            window.resize(1180, 780)
            assert named(window, "Conversations")
            press(window, "Hide the side panel")
            window.resize(1200, 780)
            assert not named(window, "Conversations")

    qt_run(scenario())


def test_nothing_is_wider_than_the_smallest_window(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            window.session.set_model(ModelRef(Source.ROUTER, "org/" + "long-name-" * 30))
            window.resize(720, 480)
            await settle()
            assert window.size().width() == 720
            for child in window.findChildren(QWidget):
                if child.isVisible() and child.parentWidget() is not None:
                    right = child.mapTo(window, child.rect().bottomRight())
                    assert right.x() <= 720, child
                    assert right.y() <= 480, child

    qt_run(scenario())


def test_closing_only_asks_and_then_hides(qt_run: Run, opened: Opened, house: House) -> None:
    async def scenario() -> None:
        async with opened() as window:
            assert not window.close()
            assert window.isVisible()
            assert house.times_asked_to_close == 1
            await settle()
            assert not window.isVisible()

    qt_run(scenario())


def test_a_reply_that_outlives_the_window_touches_nothing_of_it(
    qt_run: Run, house: House, qapp: QApplication
) -> None:
    async def scenario() -> None:
        gate = house.router.backend.gate = asyncio.Event()
        chats = house.chats()
        window = MainWindow(chats, house.ports(), house.ask_to_close)
        window.show()
        session = window.session
        QTest.keyClicks(message(window), "hi")
        QTest.keyClick(message(window), Qt.Key.Key_Return)
        await until(lambda: session.conversation.path[-1].text)
        await window.aclose()
        qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert not shiboken6.isValid(window)
        gate.set()
        await session.finished()
        await chats.aclose()

    qt_run(scenario())
    assert house.reported == []


def test_the_tab_key_follows_the_reading_order(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> list[str]:
        async with opened() as window:
            await send(window, "hi")
            error = ErrorRecord("keyring", "The keyring is locked.", action=ADD_TOKEN)
            window.show_notice("token", error)
            named(window, "New chat")[0].setFocus()
            seen = []
            for _ in range(15):
                widget = window.focusWidget()
                seen.append(widget.accessibleName() or text_of(widget))
                window.focusNextChild()
            return seen

    assert qt_run(scenario()) == [
        "New chat",
        "Conversations",
        "More for hi",
        "Settings",
        "Width of the side panel",
        "Hide the side panel",
        "Model",
        "Title",
        "Add a token",
        "Transcript",
        "System prompt",
        "Message",
        "Attach text files",
        "Options of this chat",
        "Send",
    ]


def test_a_notice_of_the_program_can_come_and_go(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            window.show_notice("token", ErrorRecord("keyring", "The keyring is locked."))
            assert "The keyring is locked." in texts(window)
            window.show_notice("token", None)
            assert "The keyring is locked." not in texts(window)

    qt_run(scenario())


def test_a_draft_of_a_second_start_is_put_below_what_is_written(
    qt_run: Run, opened: Opened
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            QTest.keyClicks(message(window), "mine")
            window.showMinimized()
            window.show_draft("from elsewhere")
            assert not window.isMinimized()
            assert window.isVisible()
            assert message(window).toPlainText().split() == ["mine", "from", "elsewhere"]
            window.show_draft("")
            assert not window.session.conversation.path_ids

    qt_run(scenario())


def test_what_is_written_is_kept_when_the_window_ends(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            QTest.keyClicks(message(window), "not sent")

    qt_run(scenario())
    assert [draft.text for draft in house.drafts.kept.values()] == ["not sent"]
