"""A click leaves the keyboard where the person types, and shows no ring."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from hfchat_gui.ui.chat.empty_state import EXAMPLES
from tests.helpers.patience import settle
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import message, named, until
from tests.ui.settings_driving import close_settings
from tests.ui.stand_ins import House


@pytest.mark.parametrize(
    "name", ["Send", "Hide the side panel", "New chat", "Model", "Settings", EXAMPLES[0]]
)
def test_a_click_leaves_the_keyboard_with_the_message(
    qt_run: Run, opened: Opened, house: House, name: str
) -> None:
    async def scenario() -> None:
        gate = house.router.backend.gate = asyncio.Event()
        async with opened() as window:
            window.resize(1180, 780)
            if name == "Send":
                QTest.keyClicks(message(window), "hi")
            button = named(window, name)[0]
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            assert not button.hasFocus()
            if name == "Model":
                QTest.keyClick(named(window, "Find a model")[0], Qt.Key.Key_Escape)
            if name == "Settings":
                await close_settings(window)
            assert window.focusWidget() is message(window)
            gate.set()

    qt_run(scenario())


@pytest.mark.parametrize("name", ["Send", "Stop"])
def test_the_caret_is_in_the_message_after_a_click_on_send_or_stop(
    qt_run: Run, opened: Opened, house: House, name: str
) -> None:
    async def scenario() -> None:
        gate = house.router.backend.gate = asyncio.Event()
        async with opened() as window:
            QTest.keyClicks(message(window), "hi")
            if name == "Stop":
                QTest.keyClick(message(window), Qt.Key.Key_Return)
                await until(lambda: named(window, "Stop"))
                await settle()
            button = named(window, name)[0]
            button.setFocus(Qt.FocusReason.TabFocusReason)
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            QTest.keyClicks(window.focusWidget(), " the next one")
            assert message(window).toPlainText() == " the next one"
            assert window.session.is_replying is (name == "Send")
            gate.set()

    qt_run(scenario())
