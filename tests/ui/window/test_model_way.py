"""The way to another model: chosen in the picker, it answers next and is remembered."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from hfchat_gui.conversation.errors import RequestRefused
from hfchat_gui.conversation.model_ref import Source
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import message, named, press, send, until
from tests.ui.settings_driving import close_settings
from tests.ui.stand_in_ports import LOCAL
from tests.ui.stand_ins import House


def test_choosing_a_model_tells_the_session_and_is_remembered(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            for text, source in (
                ("org/model", Source.ROUTER),
                ("http://localhost:8080", Source.ADDRESS),
            ):
                press(window, "Model")
                find = named(window, "Find a model", QLineEdit)[0]
                QTest.keyClicks(find, text)
                QTest.keyClick(find, Qt.Key.Key_Return)
                await until(lambda: not named(window, "Find a model"))
                assert window.session.conversation.model.source is source
                assert house.preferences.last_model != window.session.conversation.model
                assert window.focusWidget() is message(window)
                house.router.backend.error = RequestRefused("No such model.")
                house.router.backend.pieces = ()
                await send(window, "are you there?")
                assert house.preferences.last_model != window.session.conversation.model
                house.router.backend.error, house.router.backend.pieces = None, ("Yes.",)
                await send(window, "and now?")
                await until(lambda: not window.session.is_replying)
                assert house.preferences.last_model == window.session.conversation.model

    qt_run(scenario())
    assert house.preferences.router_models == ["org/model"]
    assert [server.address for server in house.servers.all] == ["http://localhost:8080"]


def test_a_listed_model_is_that_of_new_chats_at_once(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            press(window, "Model")
            QTest.keyClick(named(window, "Find a model", QLineEdit)[0], Qt.Key.Key_Return)
            assert house.preferences.last_model == LOCAL

    qt_run(scenario())


def test_the_keyboard_returns_to_where_it_was(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            press(window, "Model")
            QTest.keyClick(named(window, "Find a model", QLineEdit)[0], Qt.Key.Key_Escape)
            assert window.focusWidget() is message(window)

    qt_run(scenario())


def test_manage_servers_opens_the_settings_at_the_servers(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            press(window, "Model")
            press(window, "Manage servers…")
            await until(lambda: named(window, "Add a server"))
            await close_settings(window)

    qt_run(scenario())
