"""The settings open once, at the page that is wanted, and what changes there reaches the chat."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from hfchat_gui.conversation.choices import SendKey
from hfchat_gui.conversation.errors import ADD_TOKEN, TRY_AGAIN, KeyringUnavailable, SignInNeeded
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import TokenStatus
from hfchat_gui.ui.controls.radio_button import RadioButton
from hfchat_gui.ui.settings_pages.settings_dialog import SettingsDialog
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import message, named, press, texts, until
from tests.ui.failing import fail
from tests.ui.settings_driving import close_settings, open_settings, token_page
from tests.ui.stand_ins import House


def test_the_settings_open_once_and_a_reply_goes_on_behind_them(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        gate = house.router.backend.gate = asyncio.Event()
        async with opened() as window:
            QTest.keyClicks(message(window), "hi")
            QTest.keyClick(message(window), Qt.Key.Key_Return)
            press(window, "Settings")
            press(window, "Settings")
            await asyncio.sleep(0.05)
            assert len(window.findChildren(SettingsDialog)) == 1
            gate.set()
            await until(lambda: not window.session.is_replying)
            await close_settings(window)

    qt_run(scenario())


@pytest.mark.parametrize("token", ["hf_notreal1234", ""])
def test_a_new_token_offers_to_try_the_failed_reply_again(
    qt_run: Run, opened: Opened, house: House, token: str
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await fail(window, house, SignInNeeded("It wants a token."))
            dialog = await token_page(window)
            if token:
                QTest.keyClicks(dialog.focusWidget(), token)
                QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
            dialog.reject()
            await until(lambda: not window.findChildren(SettingsDialog))
            error = window.session.conversation.path[-1].error
            assert error is not None
            assert error.action == (TRY_AGAIN if token else ADD_TOKEN)

    qt_run(scenario())


def test_a_keyring_that_gives_its_token_now_offers_to_try_again(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await fail(window, house, KeyringUnavailable("The keyring is locked."))
            house.tokens.now = TokenStatus(present=True, kept=True)  # the person unlocks it
            await token_page(window)
            await until(lambda: "Token ending" in texts(window))
            await close_settings(window)
            error = window.session.conversation.path[-1].error
            assert error is not None
            assert error.action == TRY_AGAIN

    qt_run(scenario())


def test_an_empty_chat_says_that_a_token_is_missing_until_it_is_added(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        house.preferences.last_model = ModelRef(Source.ROUTER, "org/model")
        async with opened() as window:
            assert "which needs a token" in texts(window)
            dialog = await token_page(window)
            QTest.keyClicks(dialog.focusWidget(), "hf_notreal1234")
            QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
            dialog.reject()
            await until(lambda: "with your token" in texts(window))

    qt_run(scenario())


def test_the_window_can_be_closed_while_the_settings_are_open(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            press(window, "Settings")
            await asyncio.sleep(0.05)

    qt_run(scenario())


def test_the_send_key_that_is_chosen_holds_at_once(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            press(window, "Settings")
            await until(lambda: open_settings(window))
            QTest.mouseClick(named(window, "Ctrl+Enter", RadioButton)[0], Qt.MouseButton.LeftButton)
            await close_settings(window)
            QTest.keyClicks(message(window), "hi")
            QTest.keyClick(message(window), Qt.Key.Key_Return)
            assert not window.session.conversation.path_ids
            control = Qt.KeyboardModifier.ControlModifier
            QTest.keyClick(message(window), Qt.Key.Key_Return, control)
            await until(lambda: window.session.conversation.path_ids)

    qt_run(scenario())
    assert house.preferences.send_key is SendKey.CTRL_ENTER


def test_open_settings_turn_to_the_page_that_is_asked_for(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            window._settings.open_general()
            window._settings.open_servers()
            await until(lambda: open_settings(window))
            assert named(window, "Add a server")
            window._settings.open_token()
            assert named(window, "Hugging Face token")
            assert len(open_settings(window)) == 1
            await close_settings(window)
            assert not window._settings.is_open

    qt_run(scenario())
