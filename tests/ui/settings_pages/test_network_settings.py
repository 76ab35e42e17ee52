"""The way to other computers: system and none at once, a proxy by hand when it is saved."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget

from hfchat_gui.conversation.proxy import ProxyChoice, ProxyMode
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.controls.radio_button import RadioButton
from hfchat_gui.ui.settings_pages.network_settings import MODE_WORDS, NetworkSettings
from tests.helpers.running import Run
from tests.ui.driving import until
from tests.ui.stand_in_ports import PlainProxy

_PROXY = "http://proxy.example.org:3128"


@asynccontextmanager
async def _shown(proxy: PlainProxy) -> AsyncIterator[NetworkSettings]:
    failed: list[BaseException] = []
    tasks = TaskScope(failed.append)
    window = QWidget()
    page = NetworkSettings(proxy, tasks, window)
    window.show()
    await tasks.join()
    yield page
    await tasks.join()
    window.close()
    assert failed == []


def _field(page: NetworkSettings, name: str) -> QLineEdit:
    fields = page.findChildren(QLineEdit)
    return next(one for one in fields if one.accessibleName() == name)


def _press(page: NetworkSettings, name: str) -> None:
    buttons = [*page.findChildren(QPushButton), *page.findChildren(RadioButton)]
    next(one for one in buttons if one.text() == name).click()


def _says(page: NetworkSettings, words: str) -> bool:
    return any(words in label.text() and label.isVisible() for label in page.findChildren(QLabel))


def test_the_systems_way_is_shown_and_none_holds_at_once(qt_run: Run) -> None:
    proxy = PlainProxy()

    async def scenario() -> None:
        async with _shown(proxy) as page:
            assert _says(page, "this computer's settings")
            assert not _field(page, "Address of the proxy").isVisible()
            heard: list[bool] = []
            page.changed.connect(lambda: heard.append(True))
            _press(page, MODE_WORDS[ProxyMode.NONE])
            await until(lambda: proxy.choice.mode is ProxyMode.NONE)
            assert _says(page, "Other computers are reached directly.")
            assert heard == [True]

    qt_run(scenario())


def test_a_proxy_by_hand_holds_when_it_is_saved_with_its_password(qt_run: Run) -> None:
    proxy = PlainProxy()

    async def scenario() -> None:
        async with _shown(proxy) as page:
            _press(page, MODE_WORDS[ProxyMode.MANUAL])
            assert proxy.choice.mode is ProxyMode.SYSTEM
            for name, text in (
                ("Address of the proxy", "proxy.example.org:3128"),
                ("Name", "me"),
                ("Password", "of-the-proxy"),
                ("Reached directly", "localhost, .lan"),
            ):
                QTest.keyClicks(_field(page, name), text)
            assert _field(page, "Password").echoMode() is QLineEdit.EchoMode.Password
            QTest.keyClick(_field(page, "Password"), Qt.Key.Key_Return)
            await until(lambda: _says(page, "A password is kept in the system keyring."))
            assert _field(page, "Address of the proxy").text() == _PROXY
            assert _field(page, "Password").text() == ""
            assert _says(page, f"Saved: from now on other computers are reached through {_PROXY}.")
            QTest.keyClicks(_field(page, "Name"), "x")
            assert not _says(page, "Saved")

    qt_run(scenario())
    expected = ProxyChoice(ProxyMode.MANUAL, _PROXY, "me", "localhost, .lan")
    assert (proxy.choice, proxy.password) == (expected, "of-the-proxy")


def test_a_login_in_the_address_goes_where_it_belongs(qt_run: Run) -> None:
    proxy = PlainProxy()
    proxy.problem = "There is no keyring. The password is kept only until HF Chat ends."

    async def scenario() -> None:
        async with _shown(proxy) as page:
            _press(page, MODE_WORDS[ProxyMode.MANUAL])
            _field(page, "Address of the proxy").setText("me:of-the-proxy@proxy.example.org:3128")
            _press(page, "Save")
            await until(lambda: _field(page, "Name").text() == "me")
            assert _field(page, "Address of the proxy").text() == _PROXY
            assert _says(page, "A password is kept until HF Chat is closed.")
            assert _says(page, "There is no keyring.")

    qt_run(scenario())
    assert proxy.password == "of-the-proxy"


def test_what_is_no_address_is_refused_and_stays_to_be_corrected(qt_run: Run) -> None:
    proxy = PlainProxy()

    async def scenario() -> None:
        async with _shown(proxy) as page:
            _press(page, MODE_WORDS[ProxyMode.MANUAL])
            _field(page, "Address of the proxy").setText("http://")
            _press(page, "Save")
            await until(lambda: _says(page, "is not the address of a proxy"))
            assert _field(page, "Address of the proxy").text() == "http://"
            _press(page, MODE_WORDS[ProxyMode.SYSTEM])
            assert not _says(page, "is not the address of a proxy")

    qt_run(scenario())
    assert proxy.choice == ProxyChoice()


def test_a_password_can_be_removed_and_other_ways_keep_what_was_typed(qt_run: Run) -> None:
    proxy = PlainProxy()
    proxy.choice = ProxyChoice(ProxyMode.MANUAL, _PROXY, "me", ".lan")
    proxy.password = "of-the-proxy"

    async def scenario() -> None:
        async with _shown(proxy) as page:
            assert _says(page, "A password is kept")
            _press(page, "Remove password")
            await until(lambda: not _says(page, "A password is kept"))
            _press(page, MODE_WORDS[ProxyMode.SYSTEM])
            await until(lambda: proxy.choice.mode is ProxyMode.SYSTEM)
            _press(page, MODE_WORDS[ProxyMode.MANUAL])
            assert _field(page, "Address of the proxy").text() == _PROXY

    qt_run(scenario())
    assert proxy.password == ""
    assert proxy.choice == ProxyChoice(ProxyMode.SYSTEM, _PROXY, "me", ".lan")
