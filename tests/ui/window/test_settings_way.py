"""The settings open once, at the page that is wanted, and what changes there reaches the chat."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from hfchat_gui.conversation.choices import SendKey
from hfchat_gui.conversation.error_record import ADD_TOKEN, TRY_AGAIN, enter_key
from hfchat_gui.conversation.errors import KeyringUnavailable, ProxyFailed, SignInNeeded
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import TokenStatus
from hfchat_gui.conversation.proxy import ProxyMode
from hfchat_gui.conversation.servers import Server
from hfchat_gui.ui.controls.radio_button import RadioButton
from hfchat_gui.ui.settings_pages.settings_dialog import SettingsDialog
from tests.helpers.patience import settle
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import message, named, press, press_card, texts, until
from tests.ui.failing import fail
from tests.ui.settings_driving import close_settings, open_settings, token_page
from tests.ui.stand_ins import House

_BOX = Server("Box", "http://127.0.0.1:8080")


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
            await settle(0.05)
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
            await until(lambda: "A token is kept" in texts(window))
            await close_settings(window)
            error = window.session.conversation.path[-1].error
            assert error is not None
            assert error.action == TRY_AGAIN

    qt_run(scenario())


@pytest.mark.parametrize("address", [_BOX.address, "http://127.0.0.1:8081/v1"])
def test_a_key_that_a_card_asked_for_offers_to_try_again(
    qt_run: Run, opened: Opened, house: House, address: str
) -> None:
    house.servers.put(_BOX)
    error = SignInNeeded("It wants a key.", action=enter_key(address))

    async def scenario() -> None:
        async with opened() as window:
            await fail(window, house, error)
            press_card(window, "Enter a key")
            await until(lambda: open_settings(window))
            field = open_settings(window)[0].focusWidget()
            assert field.accessibleName() == "Key of this server"
            QTest.keyClicks(field, "a-long-secret-key")
            QTest.keyClick(field, Qt.Key.Key_Return)
            await until(lambda: house.server_keys.kept == {address: "a-long-secret-key"})
            await until(lambda: named(window, "Add a server"))
            await close_settings(window)
            last = window.session.conversation.path[-1].error
            assert last is not None
            assert last.action == TRY_AGAIN

    qt_run(scenario())


def test_another_proxy_offers_to_try_again(qt_run: Run, opened: Opened, house: House) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await fail(window, house, ProxyFailed("The proxy does not answer."))
            press_card(window, "Open settings")
            await until(lambda: open_settings(window))
            QTest.mouseClick(named(window, "None", RadioButton)[0], Qt.MouseButton.LeftButton)
            await until(lambda: house.proxy.choice.mode is ProxyMode.NONE)
            await close_settings(window)
            last = window.session.conversation.path[-1].error
            assert last is not None
            assert last.action == TRY_AGAIN

    qt_run(scenario())


def test_a_key_of_another_server_leaves_the_card_as_it_is(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.servers.put(_BOX)
    error = SignInNeeded("It wants a key.", action=enter_key("https://gpu.example.org"))

    async def scenario() -> None:
        async with opened() as window:
            await fail(window, house, error)
            window._on_action(enter_key(_BOX.address))
            await until(lambda: open_settings(window))
            QTest.keyClicks(open_settings(window)[0].focusWidget(), "a-long-secret-key")
            press(window, "Save")
            await until(lambda: house.server_keys.kept)
            await close_settings(window)
            last = window.session.conversation.path[-1].error
            assert last is not None
            assert last.action == error.action

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
            await settle(0.05)

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

    qt_run(scenario())
