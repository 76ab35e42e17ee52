"""What the menu offers is what can be done now, and doing it does it."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from hfchat_gui.conversation.choices import ColourScheme
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.shortcuts import Command
from hfchat_gui.ui.transcript.commands import TurnCommand
from hfchat_gui.ui.transcript.transcript import Transcript
from hfchat_gui.ui.window.main_window import MainWindow
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import message, named, press, send, until
from tests.ui.stand_ins import House

_OF_A_CHAT = {
    *(Command.STOP, Command.RETRY, Command.CONTINUE),
    *(Command.RENAME_CHAT, Command.DELETE_CHAT, Command.EXPORT),
}
_ALWAYS = {Command.RENAME_CHAT, Command.DELETE_CHAT, Command.EXPORT}


def _offered(window: MainWindow) -> set[Command]:
    actions = window._menu._actions
    return {command for command, action in actions.items() if action.isEnabled()}


def _open_menus(window: MainWindow) -> set[Command]:
    window._menu.about_to_open.emit()
    return _offered(window)


def _do(window: MainWindow, command: Command) -> None:
    _open_menus(window)
    window._menu._actions[command].trigger()


def test_an_empty_chat_offers_nothing_that_needs_turns(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            offered = _offered(window)
            assert not offered & _OF_A_CHAT
            assert {Command.NEW_CHAT, Command.SETTINGS, Command.QUIT} <= offered

    qt_run(scenario())


def test_stop_is_offered_while_a_reply_is_open_and_retry_after_it(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        gate = house.router.backend.gate = asyncio.Event()
        async with opened() as window:
            QTest.keyClicks(message(window), "hi")
            QTest.keyClick(message(window), Qt.Key.Key_Return)
            await until(lambda: window.session.conversation.path[-1].text)
            expected = {Command.STOP, *_ALWAYS}
            await until(lambda: _offered(window) & _OF_A_CHAT == expected)
            _do(window, Command.STOP)
            await until(lambda: not window.session.is_replying)
            expected = _OF_A_CHAT - {Command.STOP}
            await until(lambda: _offered(window) & _OF_A_CHAT == expected)
            house.router.backend.gate = None
            _do(window, Command.CONTINUE)
            await until(lambda: len(house.router.backend.requests) == 2)
            await until(lambda: not window.session.is_replying)
            QTest.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
            await until(lambda: len(house.router.backend.requests) == 3)
            await until(lambda: not window.session.is_replying)
            gate.set()

    qt_run(scenario())


def test_the_keys_for_the_size_of_text_work_without_a_look_into_the_menu(
    qt_run: Run, opened: Opened
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await until(window.isActiveWindow)
            control = Qt.KeyboardModifier.ControlModifier
            QTest.keyClick(window, Qt.Key.Key_Minus, control)
            assert theme().text_size == 90
            QTest.keyClick(window, Qt.Key.Key_0, control)
            assert theme().text_size == 100
            for _ in range(9):
                QTest.keyClick(window, Qt.Key.Key_Plus, control)
            assert theme().text_size == 200
            QTest.keyClick(window, Qt.Key.Key_Minus, control)
            QTest.keyClick(window, Qt.Key.Key_Plus, control)
            assert theme().text_size == 200

    qt_run(scenario())


def test_a_deleted_chat_comes_back_with_undo(qt_run: Run, opened: Opened, house: House) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await send(window, "hi")
            first = window.session
            _do(window, Command.DELETE_CHAT)
            await until(lambda: window.session is not first)
            assert first.conversation.id in house.disk.binned
            await until(lambda: named(window, "Undo"))
            press(window, "Undo")
            await until(lambda: window.session is first)
            assert first.conversation.id not in house.disk.binned

    qt_run(scenario())


def test_the_edit_menu_acts_on_the_field_with_the_keyboard(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await until(window.isActiveWindow)
            field = message(window)
            QTest.keyClicks(field, "some words")
            assert Command.COPY not in _open_menus(window)
            _do(window, Command.SELECT_ALL)
            assert {Command.COPY, Command.CUT, Command.UNDO} <= _open_menus(window)
            _do(window, Command.CUT)
            assert field.toPlainText() == ""
            assert QGuiApplication.clipboard().text() == "some words"
            assert Command.SELECT_ALL not in _open_menus(window)
            _do(window, Command.PASTE)
            assert field.toPlainText() == "some words"
            _do(window, Command.UNDO)
            assert field.toPlainText() == ""
            _do(window, Command.REDO)
            assert field.toPlainText() == "some words"

    qt_run(scenario())


def test_the_edit_menu_copies_what_is_selected_in_the_transcript(
    qt_run: Run, opened: Opened
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await send(window, "hi")
            transcript = window.findChild(Transcript)
            assert isinstance(transcript, Transcript)
            transcript.setFocus()
            assert _open_menus(window) & {Command.COPY, Command.PASTE} == set()
            _do(window, Command.SELECT_ALL)
            _do(window, Command.COPY)
            assert "Hello there." in QGuiApplication.clipboard().text()

    qt_run(scenario())


def test_a_line_is_edited_like_a_message_and_a_hidden_one_is_not_copied(
    qt_run: Run, opened: Opened
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await send(window, "hi")
            _do(window, Command.RENAME_CHAT)
            field = named(window, "New title", QLineEdit)[0]
            assert isinstance(field, QLineEdit)
            assert {Command.COPY, Command.CUT} <= _open_menus(window)
            field.setEchoMode(QLineEdit.EchoMode.Password)
            assert not _open_menus(window) & {Command.COPY, Command.CUT}
            QTest.keyClick(field, Qt.Key.Key_Escape)

    qt_run(scenario())


def test_text_grows_by_its_keys_up_to_the_end(qt_run: Run, opened: Opened, house: House) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await until(window.isActiveWindow)
            control = Qt.KeyboardModifier.ControlModifier
            before = message(window).fontMetrics().height()
            assert Command.USUAL_TEXT not in _open_menus(window)
            for _ in range(9):
                QTest.keyClick(window, Qt.Key.Key_Equal, control)
            assert theme().text_size == house.preferences.text_size == 200
            assert message(window).fontMetrics().height() > 1.8 * before
            assert Command.LARGER_TEXT not in _open_menus(window)
            QTest.keyClick(window, Qt.Key.Key_0, control)
            assert theme().text_size == 100
            QTest.keyClick(window, Qt.Key.Key_Minus, control)
            assert house.preferences.text_size == 90

    qt_run(scenario())


def test_the_colours_are_chosen_in_the_menu(qt_run: Run, opened: Opened, house: House) -> None:
    async def scenario() -> None:
        async with opened() as window:
            for scheme, is_dark in ((ColourScheme.DARK, True), (ColourScheme.LIGHT, False)):
                window._menu._schemes[scheme].trigger()
                assert theme().is_dark is is_dark
                assert house.preferences.colour_scheme is scheme
            window._menu._schemes[ColourScheme.SYSTEM].trigger()

    qt_run(scenario())


def test_quit_asks_to_close(qt_run: Run, opened: Opened, house: House) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await until(window.isActiveWindow)
            QTest.keyClick(window, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
            assert house.times_asked_to_close == 1

    qt_run(scenario())


def test_undo_takes_back_deletions_where_no_field_has_anything_to_undo(
    qt_run: Run, opened: Opened
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await send(window, "hi")
            await until(lambda: not window.session.is_replying)
            conversation, control = window.session.conversation, Qt.KeyboardModifier.ControlModifier
            whole = conversation.path_ids
            transcript = window.findChild(Transcript)
            assert transcript is not None
            transcript.setFocus()
            for reply in whole[::-1]:
                transcript.turn_command.emit(reply, TurnCommand.DELETE)
            assert conversation.path_ids == ()
            message(window).setFocus()
            QTest.keyClicks(message(window), "typed")
            _do(window, Command.UNDO)
            assert (message(window).toPlainText(), conversation.path_ids) == ("", ())
            _do(window, Command.UNDO)
            assert conversation.path_ids == whole[:1]
            await until(lambda: Command.RETRY in _offered(window))
            transcript.setFocus()
            await until(window.isActiveWindow)
            QTest.keyClick(window, Qt.Key.Key_Z, control)
            assert conversation.path_ids == whole
            assert Command.UNDO not in _open_menus(window)

    qt_run(scenario())
