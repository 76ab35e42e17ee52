"""A password in a typed address goes into the key, and out of all that the window shows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QPushButton

from hfchat_gui.conversation.error_record import TRY_AGAIN, Action, ActionKind
from hfchat_gui.conversation.errors import KeyUnprotected
from hfchat_gui.conversation.servers import Server
from hfchat_gui.ui.model_picker.popup import ModelPicker
from hfchat_gui.ui.settings_pages.settings_dialog import SettingsDialog
from hfchat_gui.ui.window.main_window import MainWindow
from tests.helpers.patience import settle
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import press, until
from tests.ui.failing import fail
from tests.ui.stand_ins import House

_FAR = "http://gpu.example.org:8000"
_TYPED = "http://me:PLANTED@gpu.example.org:8000"
_KEY = "Basic bWU6UExBTlRFRA=="
_OPEN = Action(ActionKind.ALLOW_PLAIN_HTTP, "Open the server's settings", _FAR)


def _field(window: MainWindow, name: str) -> QLineEdit:
    fields = window.findChildren(QLineEdit)
    return next(one for one in fields if one.accessibleName() == name and one.isVisible())


def _button(window: MainWindow, name: str) -> QPushButton:
    buttons = window.findChildren(QPushButton)
    return next(one for one in buttons if one.text() == name and one.isVisible())


def _shown(window: MainWindow) -> str:
    fields = [
        one.text()
        for one in window.findChildren(QLineEdit)
        if one.isVisible() and one.echoMode() == QLineEdit.EchoMode.Normal
    ]
    labels = [one.text() for one in window.findChildren(QLabel) if one.isVisible()]
    return "\n".join([*labels, *fields])


def test_the_picker_takes_it_as_the_servers_key(qt_run: Run, opened: Opened, house: House) -> None:
    async def scenario() -> None:
        house.server_keys.problem = "No keyring here."
        async with opened() as window:
            window._models.open()
            field = _field(window, "Find a model")
            QTest.keyClicks(field, _TYPED)
            await settle(0.05)
            picker = window.findChildren(ModelPicker)[0]
            rows = "\n".join(label.text() for label in picker.findChildren(QLabel))
            assert "The password is taken out." in rows
            assert "PLANTED" not in rows
            QTest.keyClick(field, Qt.Key.Key_Return)
            await until(lambda: house.server_keys.kept == {_FAR: _KEY})
            await until(lambda: window.session.conversation.model.address == _FAR)
            assert [one.address for one in house.servers.all] == [_FAR]
            await until(lambda: "No keyring here." in _shown(window))

    qt_run(scenario())


def test_a_card_leads_to_the_question_and_a_tick_offers_to_try_again(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        house.servers.put(Server("GPU", _FAR))
        async with opened() as window:
            await fail(window, house, KeyUnprotected("It was not sent.", action=_OPEN))
            window._on_action(_OPEN)
            dialog = window.findChildren(SettingsDialog)[0]
            await settle(0.05)
            tick = dialog.focusWidget()
            assert isinstance(tick, QCheckBox)
            assert "plain http" in tick.text()
            await until(lambda: not tick.visibleRegion().isEmpty())
            tick.click()
            _button(window, "Save").click()
            await until(lambda: house.preferences.unprotected == {_FAR})
            dialog.reject()
            await until(lambda: not window.findChildren(SettingsDialog))
            error = window.session.conversation.path[-1].error
            assert error is not None
            assert error.action == TRY_AGAIN

    qt_run(scenario())


def test_the_form_of_a_server_shows_it_as_dots_only(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            window._on_action(_OPEN)  # the server is not in the list: the form is a new one
            await settle(0.05)
            address = _field(window, "Address")
            assert address.text() == _FAR
            address.setFocus()
            address.setText(_TYPED)
            QTest.keyClick(address, Qt.Key.Key_Tab)
            await until(lambda: address.text() == _FAR)
            assert "The password is taken out." in _shown(window)
            assert "PLANTED" not in _shown(window)
            _button(window, "Save").click()
            await until(lambda: house.server_keys.kept == {_FAR: _KEY})
            press(window, "Close")

    qt_run(scenario())
