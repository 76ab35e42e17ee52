"""The Help menu opens its two dialogs, one at a time."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from hfchat_gui import __version__
from hfchat_gui.conversation.errors import InternalFault
from hfchat_gui.ui.controls.sentence import Sentence
from hfchat_gui.ui.controls.sheet import Sheet
from hfchat_gui.ui.shortcuts import Command
from hfchat_gui.ui.window import about_facts
from hfchat_gui.ui.window.about_dialog import AboutDialog
from hfchat_gui.ui.window.about_facts import AboutFacts
from hfchat_gui.ui.window.main_window import MainWindow
from hfchat_gui.ui.window.shortcut_list import ShortcutList
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import until
from tests.ui.stand_ins import House


def _open(window: MainWindow) -> list[Sheet]:
    return [dialog for dialog in window.findChildren(Sheet) if dialog.isVisible()]


def test_f1_lists_the_shortcuts_and_escape_closes_them(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await until(window.isActiveWindow)
            QTest.keyClick(window, Qt.Key.Key_F1)
            await until(lambda: _open(window))
            window._help.open_about()
            assert [type(dialog) for dialog in _open(window)] == [ShortcutList]
            QTest.keyClick(_open(window)[0], Qt.Key.Key_Escape)
            await until(lambda: not window.findChildren(Sheet))

    qt_run(scenario())


def test_about_opens_again_after_it_was_closed(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            for _ in range(2):
                window._menu._actions[Command.ABOUT].trigger()
                await until(lambda: _open(window))
                assert isinstance(_open(window)[0], AboutDialog)
                window._help.open_shortcuts()
                _open(window)[0].close_button.click()
                await until(lambda: not window.findChildren(Sheet))

    qt_run(scenario())


def test_a_fault_in_what_about_shows_does_not_end_the_help_menu(
    qt_run: Run, opened: Opened, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = OSError("The packages cannot be read.")

    def failing() -> AboutFacts:
        raise fault

    async def scenario() -> None:
        async with opened() as window:
            monkeypatch.setattr(about_facts, "about_facts", failing)
            window._help.open_about()
            await until(lambda: house.reported)
            assert house.reported.pop() is fault
            window._help.open_shortcuts()
            await until(lambda: _open(window))

    qt_run(scenario())


def test_a_report_of_a_fault_is_copied_and_that_is_said(qt_run: Run, opened: Opened) -> None:
    card = InternalFault("A mistake.", detail="KeyError in hfchat_gui.a:7").record().other_action

    async def scenario() -> None:
        async with opened() as window:
            QGuiApplication.clipboard().setText("")
            window._pane.action_requested.emit("some reply", card)
            await until(QGuiApplication.clipboard().text)
            first, *_, last = QGuiApplication.clipboard().text().splitlines()
            assert first == f"HF Chat {__version__}"
            assert last == "internal: KeyError in hfchat_gui.a:7"
            said = [label.text() for label in window._pane.notices.findChildren(Sentence)]
            assert any("The report is copied" in text for text in said)

    qt_run(scenario())


def test_the_window_can_be_closed_while_it_is_open(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            window._help.open_shortcuts()
            await until(lambda: _open(window))

    qt_run(scenario())
