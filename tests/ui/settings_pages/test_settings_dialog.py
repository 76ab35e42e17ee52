"""The settings' pages: made when looked at, turned by the keyboard, whole at every size of text."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea, QTabBar, QWidget

from hfchat_gui.conversation.error_record import enter_key
from hfchat_gui.conversation.servers import Server
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.look.palette import FRAME
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.server_settings.page import ServerSettings
from hfchat_gui.ui.settings_pages.general_settings import GeneralSettings
from hfchat_gui.ui.settings_pages.network_settings import NetworkSettings
from hfchat_gui.ui.settings_pages.settings_dialog import SettingsDialog, SettingsPage
from hfchat_gui.ui.settings_pages.token_settings import TokenSettings
from tests.helpers.patience import settle
from tests.helpers.running import Run
from tests.ui.driving import until
from tests.ui.stand_ins import House


@asynccontextmanager
async def _opened(page: SettingsPage) -> AsyncIterator[SettingsDialog]:
    house = House()
    house.servers.all = [Server("Box", "http://localhost:1"), Server("GPU", "http://localhost:2")]
    tasks = TaskScope(house.reported.append)
    window = QWidget()
    dialog = SettingsDialog(house.ports(), tasks, window, page)
    dialog.open()
    await settle()
    yield dialog
    dialog.reject()
    await tasks.aclose()
    theme().set_text_size(100)
    assert house.reported == []


def _tabs(dialog: SettingsDialog) -> QTabBar:
    found = dialog.findChild(QTabBar)
    assert isinstance(found, QTabBar)
    return found


_KINDS = {
    SettingsPage.GENERAL: GeneralSettings,
    SettingsPage.TOKEN: TokenSettings,
    SettingsPage.SERVERS: ServerSettings,
    SettingsPage.NETWORK: NetworkSettings,
}


@pytest.mark.parametrize("page", list(SettingsPage))
def test_it_opens_at_the_page_that_is_wanted_and_makes_no_other(
    qt_run: Run, qapp: QApplication, page: SettingsPage
) -> None:
    async def scenario() -> None:
        async with _opened(page) as dialog:
            made = [kind for kind in _KINDS.values() if dialog.findChildren(kind)]
            assert made == [_KINDS[page]]
            assert _tabs(dialog).tabText(_tabs(dialog).currentIndex()) == page.value

    qt_run(scenario())


def test_the_arrow_keys_turn_the_pages(qt_run: Run, qapp: QApplication) -> None:
    async def scenario() -> None:
        async with _opened(SettingsPage.GENERAL) as dialog:
            tabs = _tabs(dialog)
            tabs.setFocus(Qt.FocusReason.TabFocusReason)
            dialog.grab()  # with its ring
            QTest.keyClick(tabs, Qt.Key.Key_Right)
            await settle()
            assert dialog.findChildren(TokenSettings)[0].isVisible()
            assert not dialog.token_changed
            assert not dialog.token_present
            QTest.keyClick(tabs, Qt.Key.Key_Left)
            assert dialog.findChildren(GeneralSettings)[0].isVisible()

    qt_run(scenario())


@pytest.mark.parametrize("page", list(SettingsPage))
def test_every_page_opens_in_one_size_and_its_last_button_is_in_sight(
    qt_run: Run, qapp: QApplication, page: SettingsPage
) -> None:
    async def scenario() -> None:
        async with _opened(page) as dialog:
            room = dialog.screen().availableGeometry().size() - QSize(0, 2 * FRAME)
            assert dialog.width() >= min(560, room.width())
            assert dialog.height() == min(640, room.height())
            buttons = [one for one in dialog.findChildren(QPushButton) if one.isVisible()]
            for button in buttons:
                assert button.visibleRegion().boundingRect() == button.rect(), button.text()

    qt_run(scenario())


def test_text_that_grows_leaves_the_dialog_on_the_screen(qt_run: Run, qapp: QApplication) -> None:
    async def scenario() -> None:
        async with _opened(SettingsPage.GENERAL) as dialog:
            screen = dialog.screen().availableGeometry()
            dialog.move(screen.right() - dialog.width(), screen.bottom() - dialog.height())
            theme().set_text_size(150)
            await until(lambda: dialog.geometry().bottom() <= screen.bottom())
            assert dialog.height() > 640 or dialog.height() >= screen.height() - 2 * FRAME
            assert screen.contains(dialog.geometry())

    qt_run(scenario())


def test_the_form_of_a_server_is_whole_in_the_largest_text(qt_run: Run, qapp: QApplication) -> None:
    async def scenario() -> None:
        async with _opened(SettingsPage.SERVERS) as dialog:
            theme().set_text_size(200)
            dialog.follow(enter_key("http://far.example.org:8000"))
            await settle(0.05)
            areas = [one for one in dialog.findChildren(QScrollArea) if one.isVisible()]
            for area in areas:
                content = area.widget()
                assert content is not None
                assert content.width() <= area.viewport().width()

    qt_run(scenario())


@pytest.mark.parametrize("size", [80, 100, 200])
def test_nothing_is_cut_at_any_size_of_text(qt_run: Run, qapp: QApplication, size: int) -> None:
    async def scenario() -> None:
        async with _opened(SettingsPage.GENERAL) as dialog:
            theme().set_text_size(size)
            await settle(0.05)
            screen = dialog.screen().availableGeometry()
            assert dialog.width() <= screen.width()
            assert dialog.height() <= screen.height()
            area = dialog.findChildren(QScrollArea)[0]
            content = area.widget()
            assert content is not None
            assert content.width() <= area.viewport().width()
            for child in content.findChildren(QWidget):
                if child.isVisible():
                    assert child.mapTo(content, child.rect().topRight()).x() <= content.width()
                    assert child.height() >= min(child.minimumSizeHint().height(), 1000), child

    qt_run(scenario())
