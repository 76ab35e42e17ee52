"""What was entered in the settings and is not saved is never dropped without a word."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QLineEdit, QPushButton, QWidget

from hfchat_gui.conversation.proxy import ProxyChoice, ProxyMode
from hfchat_gui.conversation.servers import Server
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.settings_pages.settings_dialog import SettingsDialog, SettingsPage
from tests.helpers.running import Run
from tests.ui.driving import until
from tests.ui.stand_ins import House

_BOX = Server("Box", "https://box.example.org", "vllm")


class Settings:
    """The open settings, by the names that a person sees."""

    def __init__(self, dialog: SettingsDialog) -> None:
        self.dialog = dialog

    def field(self, name: str) -> QLineEdit:
        fields = self.dialog.findChildren(QLineEdit)
        return next(one for one in fields if one.accessibleName() == name and one.isVisible())

    def press(self, name: str) -> None:
        buttons = self.dialog.findChildren(QPushButton)
        names = (
            one for one in buttons if name in (one.text(), one.accessibleName()) and one.isVisible()
        )
        next(names).click()

    def says(self, words: str) -> bool:
        labels = self.dialog.findChildren(QLabel)
        return any(words in one.text() for one in labels if one.isVisible())

    async def stays(self, words: str) -> None:
        """Try to close, and see that it asks."""
        self.dialog.reject()
        await until(lambda: self.says(words))
        assert self.dialog.isVisible()

    async def discard(self) -> None:
        """Drop what was entered, and see that it closes."""
        self.press("Discard")
        await until(lambda: not self.dialog.isVisible())


@asynccontextmanager
async def _opened(house: House, page: SettingsPage) -> AsyncIterator[Settings]:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme().dress(app)
    house.servers.put(_BOX)
    window, tasks = QWidget(), TaskScope(house.reported.append)
    dialog = SettingsDialog(house.ports(), tasks, window, page)
    window.show()
    dialog.open()
    dialog.activateWindow()
    try:
        yield Settings(dialog)
    finally:
        dialog.hide()
        await tasks.join()
        dialog.deleteLater()
        window.deleteLater()
    assert house.reported == []


def test_a_half_filled_server_is_asked_about_and_gone_on_with(qt_run: Run, house: House) -> None:
    async def scenario() -> None:
        async with _opened(house, SettingsPage.SERVERS) as settings:
            settings.press("Add a server")
            QTest.keyClicks(settings.field("Address"), "https://new.example.org")
            await settings.stays("The server that you have begun to add is not saved.")
            QTest.keyClick(settings.dialog, Qt.Key.Key_Escape)
            assert not settings.says("is not saved")
            assert settings.field("Address").text() == "https://new.example.org"
            assert settings.dialog.focusWidget() is settings.field("Address")
            settings.press("Save")
            await until(lambda: house.servers.server("https://new.example.org") is not None)
            settings.dialog.reject()
            assert not settings.dialog.isVisible()

    qt_run(scenario())


def test_it_can_be_dropped_after_a_test(qt_run: Run, house: House) -> None:
    async def scenario() -> None:
        async with _opened(house, SettingsPage.SERVERS) as settings:
            settings.press("Add a server")
            QTest.keyClicks(settings.field("Address"), "https://new.example.org")
            QTest.keyClicks(settings.field("Key of this server"), "a-long-secret-key")
            settings.press("Test")
            await until(lambda: house.server_check.checked)
            await settings.stays("is not saved")
            await settings.discard()
        assert house.server_keys.kept == {}

    qt_run(scenario())


@pytest.mark.parametrize("part", ["Address", "Name", "Key of this server", "tick"])
def test_a_change_of_any_part_of_a_server_is_asked_about(
    qt_run: Run, house: House, part: str
) -> None:
    async def scenario() -> None:
        async with _opened(house, SettingsPage.SERVERS) as settings:
            settings.press("Edit Box")
            assert settings.dialog.unkept() == ""
            if part == "tick":
                boxes = settings.dialog.findChildren(QCheckBox)
                next(one for one in boxes if one.isVisible()).click()
            else:
                QTest.keyClicks(settings.field(part), "x")
            await settings.stays("What you have changed of Box is not saved.")
            await settings.discard()

    qt_run(scenario())


def test_escape_in_the_form_asks_too_and_then_leaves_the_form_alone(
    qt_run: Run, house: House
) -> None:
    async def scenario() -> None:
        async with _opened(house, SettingsPage.SERVERS) as settings:
            settings.press("Add a server")
            QTest.keyClicks(settings.field("Address"), "new")
            QTest.keyClick(settings.field("Address"), Qt.Key.Key_Escape)
            await until(lambda: settings.says("is not saved"))
            settings.press("Discard")
            await until(lambda: settings.says("Servers of your own"))
            assert settings.dialog.isVisible()
            settings.press("Add a server")
            QTest.keyClick(settings.field("Address"), Qt.Key.Key_Escape)
            await until(lambda: settings.says("Servers of your own"))

    qt_run(scenario())


def test_turning_the_page_keeps_the_form_and_closing_comes_back_to_it(
    qt_run: Run, house: House
) -> None:
    async def scenario() -> None:
        async with _opened(house, SettingsPage.SERVERS) as settings:
            settings.press("Add a server")
            QTest.keyClicks(settings.field("Address"), "new.example.org")
            settings.dialog.show_page(SettingsPage.GENERAL)
            await settings.stays("The server that you have begun to add is not saved.")
            settings.press("Keep editing")
            assert settings.field("Address").text() == "new.example.org"
            settings.field("Address").clear()
            settings.dialog.show_page(SettingsPage.GENERAL)
            settings.dialog.show_page(SettingsPage.SERVERS)
            assert settings.says("Servers of your own")

    qt_run(scenario())


def test_a_token_and_a_proxy_are_asked_about_in_turn(qt_run: Run, house: House) -> None:
    house.proxy.choice = ProxyChoice(ProxyMode.MANUAL, "http://proxy.example.org:3128")

    async def scenario() -> None:
        async with _opened(house, SettingsPage.NETWORK) as settings:
            assert settings.dialog.unkept() == ""
            QTest.keyClicks(settings.field("Password"), "secret")
            settings.dialog.show_page(SettingsPage.TOKEN)
            QTest.keyClicks(settings.field("Hugging Face token"), "hf_x")
            await settings.stays("The token in the field is not saved.")
            settings.press("Keep editing")
            assert settings.dialog.focusWidget() is settings.field("Hugging Face token")
            settings.field("Hugging Face token").clear()
            await settings.stays("The proxy that you have entered is not saved.")
            settings.press("Keep editing")
            assert settings.field("Password").text() == "secret"
            await settings.stays("The proxy")
            await settings.discard()

    qt_run(scenario())


def test_a_refused_number_is_asked_about(qt_run: Run, house: House) -> None:
    async def scenario() -> None:
        async with _opened(house, SettingsPage.GENERAL) as settings:
            QTest.keyClicks(settings.field("Temperature"), "9")
            await settings.stays("What stands in “Temperature” cannot be used as it is.")
            await settings.discard()

    qt_run(scenario())


def test_an_organisation_that_can_be_none_is_asked_about(qt_run: Run, house: House) -> None:
    async def scenario() -> None:
        async with _opened(house, SettingsPage.TOKEN) as settings:
            payer = settings.field("Organisation that pays")
            QTest.keyClicks(payer, "my org!")
            await settings.stays("What stands in “Organisation that pays” is no name of one.")
            settings.press("Keep editing")
            assert settings.dialog.focusWidget() is payer
            await settings.stays("is no name of one")
            await settings.discard()
        assert house.preferences.bill_to == ""

    qt_run(scenario())
