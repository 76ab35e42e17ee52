"""The title in the bar becomes a field, and what is typed names the chat it was typed for."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton

from hfchat_gui.ui.window.main_window import MainWindow
from tests.helpers.patience import settle
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import listed, message, named, send, until


def _field(window: MainWindow) -> QLineEdit:
    QTest.keyClick(window, Qt.Key.Key_F2)
    return named(window, "New title", QLineEdit)[0]  # type: ignore[return-value]


def _retype(field: QLineEdit, text: str) -> None:
    field.selectAll()
    QTest.keyClicks(field, text)


def test_an_empty_chat_has_no_title_to_change(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            assert not named(window, "Title")
            window._bar.title.begin()
            assert not named(window, "New title")

    qt_run(scenario())


def test_enter_keeps_the_title(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await send(window, "hi")
            field = _field(window)
            assert field.selectedText() == window.session.conversation.title
            _retype(field, "  Of rivers  and trains ")
            QTest.keyClick(field, Qt.Key.Key_Return)
            await until(lambda: window.session.conversation.title == "Of rivers and trains")
            assert window.windowTitle().startswith("Of rivers and trains")
            await until(lambda: "Of rivers and trains" in listed(window))
            assert window.focusWidget() is message(window)
            assert named(window, "Title")[0].accessibleDescription() == "Of rivers and trains"

    qt_run(scenario())


def test_a_double_click_opens_it_and_escape_drops_the_change(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await send(window, "hi")
            before = window.session.conversation.title
            button = named(window, "Title", QPushButton)[0]
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            assert not named(window, "New title")
            QTest.mouseDClick(button, Qt.MouseButton.LeftButton)
            field = named(window, "New title", QLineEdit)[0]
            QTest.keyClicks(field, "something else")
            QTest.keyClick(field, Qt.Key.Key_Escape)
            await settle()
            assert window.session.conversation.title == before
            assert button.hasFocus()
            QTest.keyClick(button, Qt.Key.Key_Space)
            assert named(window, "New title")

    qt_run(scenario())


def test_leaving_the_field_keeps_it_for_the_chat_it_was_for(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await send(window, "hi")
            first = window.session.conversation
            _retype(_field(window), "First")
            QTest.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
            await until(lambda: first.title == "First")
            assert window.session.conversation is not first
            assert window.session.conversation.title != "First"

    qt_run(scenario())


def test_a_title_that_changes_meanwhile_leaves_what_is_typed(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await send(window, "hi")
            field = _field(window)
            _retype(field, "Mine")
            window.session.rename("Found by itself")
            assert field.isVisible()
            assert field.text() == "Mine"

    qt_run(scenario())
