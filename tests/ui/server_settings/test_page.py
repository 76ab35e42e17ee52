"""Servers are added, changed, tested and removed, and a removal can be taken back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QDialog, QLabel, QLineEdit, QPushButton, QVBoxLayout

from hfchat_gui.conversation.errors import (
    ADD_TOKEN,
    OPEN_PROXY,
    Action,
    ActionKind,
    ProxyFailed,
    SignInNeeded,
    Unreachable,
    enter_key,
)
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import TypedModel
from hfchat_gui.conversation.servers import Server
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.server_settings.kind_field import KindField
from hfchat_gui.ui.server_settings.page import ServerSettings
from tests.helpers.running import Run
from tests.ui.driving import Opener, until
from tests.ui.stand_in_ports import PlainCatalogue
from tests.ui.stand_ins import House

_BOX = Server("Box", "http://localhost:8080", "vllm")
_GPU = Server("GPU", "https://gpu.example.org")
Opened = Callable[[], AbstractAsyncContextManager[ServerSettings]]


@pytest.fixture
def opened(house: House, qapp: object) -> Opened:
    """Open the page in a dialog; `house.servers` is its list."""
    house.servers.put(_GPU)
    house.servers.put(_BOX)

    @asynccontextmanager
    async def open_page() -> AsyncIterator[ServerSettings]:
        tasks = TaskScope(house.reported.append)
        dialog = QDialog()
        page = ServerSettings(house.ports(), tasks, dialog)
        QVBoxLayout(dialog).addWidget(page)
        dialog.resize(600, 560)
        dialog.open()
        dialog.activateWindow()
        await asyncio.sleep(0.01)
        try:
            yield page
        finally:
            dialog.reject()
            await tasks.join()
            dialog.deleteLater()
        assert house.reported == []

    return open_page


def _texts(page: ServerSettings) -> str:
    return "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())


def _button(page: ServerSettings, name: str) -> QPushButton:
    return next(
        button
        for button in page.findChildren(QPushButton)
        if name in (button.text(), button.accessibleName()) and button.isVisible()
    )


def _field(page: ServerSettings, name: str) -> QLineEdit:
    fields = page.findChildren(QLineEdit)
    return next(one for one in fields if one.accessibleName() == name and one.isVisible())


async def _press(page: ServerSettings, name: str) -> None:
    _button(page, name).click()
    await asyncio.sleep(0.02)


def _shows_form(page: ServerSettings) -> bool:
    return any(button.text() == "Save" for button in page.findChildren(QPushButton))


def test_without_a_server_the_page_says_how_to_add_one(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.servers.all.clear()

    async def scenario() -> None:
        async with opened() as page:
            assert "No server yet." in _texts(page)

    qt_run(scenario())


def test_a_server_is_added_and_named_after_its_host(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as page:
            await _press(page, "Add a server")
            QTest.keyClicks(_field(page, "Address"), "localhost:11434")
            assert _field(page, "Name").placeholderText() == "localhost:11434"
            QTest.keyClicks(_field(page, "Key of this server"), "a-long-secret-key")
            QTest.keyClick(_field(page, "Address"), Qt.Key.Key_Return)
            await until(lambda: not _shows_form(page))
            assert "localhost:11434" in _texts(page)
            assert page.has_saved("http://localhost:11434/v1")
            assert not page.has_saved(_BOX.address)

    qt_run(scenario())
    assert house.servers.all[0] == Server("localhost:11434", "http://localhost:11434")
    assert house.server_keys.kept == {"http://localhost:11434": "a-long-secret-key"}


def test_a_bad_address_is_refused_at_its_field(qt_run: Run, opened: Opened, house: House) -> None:
    async def scenario() -> None:
        async with opened() as page:
            await _press(page, "Add a server")
            for text, words in (
                ("ftp://x", "An address starts with http://"),
                ("localhost:8080", "This address is in the list already, as Box."),
            ):
                _field(page, "Address").setText(text)
                await _press(page, "Save")
                assert words in _texts(page)
            QTest.keyClick(_field(page, "Address"), Qt.Key.Key_Escape)
            assert page.isVisible()
            assert "Box" in _texts(page)

    qt_run(scenario())
    assert len(house.servers.all) == 2


def test_an_outlived_address_needs_no_server_and_says_why(
    qt_run: Run, opened: Opened, house: House
) -> None:
    class Replacing(PlainCatalogue):
        def typed(self, text: str, name: str = "") -> TypedModel:
            return TypedModel(ModelRef(Source.ROUTER, "org/model"), "That host was shut down.")

    house.catalogue = Replacing()

    async def scenario() -> None:
        async with opened() as page:
            await _press(page, "Add a server")
            _field(page, "Address").setText("old.example.org/models/org/model")
            await _press(page, "Save")
            assert "That host was shut down. It needs no server here" in _texts(page)

    qt_run(scenario())


def test_a_test_shows_the_kind_which_can_be_corrected(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as page:
            await _press(page, "Edit GPU")
            await _press(page, "Test")
            assert "vLLM: 1 model, 0.2 s." in _texts(page)
            kind = page.findChild(KindField)
            assert kind is not None
            assert kind.currentText() == "Find out (found: vLLM)"
            kind.choose("tgi")
            await _press(page, "Save")

    qt_run(scenario())
    assert Server("GPU", _GPU.address, "tgi") in house.servers.all


def test_another_address_takes_the_servers_place_but_not_its_key(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.server_keys.kept = {_GPU.address: "the-first-key"}

    async def scenario() -> None:
        async with opened() as page:
            await _press(page, "Edit GPU")
            assert "Key ending in …-key" in _texts(page)
            _field(page, "Address").setText("https://new.example.org")
            _field(page, "Address").editingFinished.emit()
            assert "That of gpu.example.org does not go to the new one" in _texts(page)
            await asyncio.sleep(0.01)
            assert "Key ending" not in _texts(page)
            await _press(page, "Save")

    qt_run(scenario())
    assert [one.address for one in house.servers.all] == ["https://new.example.org", _BOX.address]
    assert house.server_keys.kept == {}


def test_a_form_that_is_left_keeps_no_key_and_no_consent_of_a_server_it_tested(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as page:
            await _press(page, "Add a server")
            _field(page, "Address").setText("https://new.example.org")
            _field(page, "Address").editingFinished.emit()
            tick = next(one for one in page.findChildren(QCheckBox) if one.isVisible())
            tick.click()
            await _press(page, "Test")
            assert house.preferences.allowed == {"https://new.example.org"}
            QTest.keyClicks(_field(page, "Key of this server"), "a-long-secret-key")
            await _press(page, "Test")
            assert house.server_keys.kept != {}
            await _press(page, "Cancel")

    qt_run(scenario())
    assert house.server_keys.kept == {}
    assert house.preferences.allowed == set()


def test_a_key_that_is_refused_keeps_the_form_open(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as page:
            await _press(page, "Edit GPU")
            QTest.keyClicks(_field(page, "Key of this server"), "short")
            await _press(page, "Save")
            assert _shows_form(page)
            assert "The key is too short." in _texts(page)
            _field(page, "Key of this server").clear()
            QTest.keyClicks(_field(page, "Key of this server"), "long-enough")
            await _press(page, "Keep key")
            await _press(page, "Save")

    qt_run(scenario())
    assert house.server_keys.kept == {_GPU.address: "long-enough"}


def test_a_key_that_the_keyring_does_not_keep_is_said_in_the_list(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.server_keys.problem = "The keyring is locked. The key is kept only until HF Chat ends."

    async def scenario() -> None:
        async with opened() as page:
            await _press(page, "Edit GPU")
            QTest.keyClicks(_field(page, "Key of this server"), "a-long-secret-key")
            await _press(page, "Save")
            await until(lambda: not _shows_form(page))
            assert house.server_keys.problem in _texts(page)
            await _press(page, "Edit Box")
            await _press(page, "Save")
            assert house.server_keys.problem not in _texts(page)

    qt_run(scenario())


def test_what_a_test_says_leaves_the_buttons_of_the_form_in_sight(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.server_check.error = Unreachable("It cannot be reached. " * 30)

    async def scenario() -> None:
        async with opened() as page:
            await _press(page, "Add a server")
            _field(page, "Address").setText("https://new.example.org")
            await _press(page, "Test")
            await _press(page, "Try again")
            for name in ("Test", "Cancel", "Save", "Try again"):
                button = _button(page, name)
                assert button.visibleRegion().boundingRect() == button.rect(), name

    qt_run(scenario())


def test_a_removal_is_taken_back_with_all_that_was_agreed(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.server_keys.kept = {_GPU.address: "the-first-key"}
    house.preferences.allow_token(_GPU.address, True)
    for name in ("org/first", "org/second"):
        house.servers.remember_model(_GPU.address, name)

    async def scenario() -> None:
        async with opened() as page:
            await _press(page, "Remove GPU")
            assert house.servers.all == [_BOX]
            assert "GPU is removed." in _texts(page)
            house.preferences.allow_token(_GPU.address, False)  # as the real list does
            house.servers.typed.clear()
            await _press(page, "Undo")
            assert "GPU is removed." not in _texts(page)

    qt_run(scenario())
    assert _GPU in house.servers.all
    assert house.servers.typed_models(_GPU.address) == ["org/second", "org/first"]
    assert house.server_keys.kept == {_GPU.address: "the-first-key"}
    assert house.preferences.allowed == {_GPU.address}


def test_a_removed_servers_key_goes_when_the_page_is_left(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.server_keys.kept = {_GPU.address: "the-first-key", _BOX.address: "another-key"}

    async def scenario() -> None:
        async with opened() as page:
            await _press(page, "Remove GPU")
            assert _GPU.address in house.server_keys.kept

    qt_run(scenario())
    assert house.server_keys.kept == {_BOX.address: "another-key"}


def test_a_key_that_another_server_of_the_list_shares_stays(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.servers.put(Server("GPU, second", f"{_GPU.address}/second"))
    house.server_keys.kept = {_GPU.address: "the-first-key"}

    async def scenario() -> None:
        async with opened() as page:
            await _press(page, "Remove GPU")
            await _press(page, "Remove Box")  # lets the first removal hold

    qt_run(scenario())
    assert house.server_keys.kept == {_GPU.address: "the-first-key"}


def test_a_servers_test_in_the_list_offers_the_next_step(
    qt_run: Run, opened: Opened, house: House
) -> None:
    check = house.server_check

    async def scenario() -> None:
        async with opened() as page:
            check.error = Unreachable("Nothing answers there.")
            await _press(page, "Test Box")
            assert "Nothing answers there." in _texts(page)
            check.error = SignInNeeded("It wants a key.", action=enter_key(_BOX.address))
            await _press(page, "Try again")
            assert "It wants a key." in _texts(page)
            await _press(page, "Enter a key")
            assert _field(page, "Key of this server").hasFocus()
            await _press(page, "Test")
            await _press(page, "Enter a key")
            assert _field(page, "Key of this server").hasFocus()
            await _press(page, "Cancel")

    qt_run(scenario())
    assert [one.name for one in check.checked] == ["Box", "Box", "Box"]


@pytest.mark.parametrize("where", ["Test Box", "form"])
def test_a_failure_may_lead_to_a_page_or_to_the_address(
    qt_run: Run, opened: Opened, house: House, where: str
) -> None:
    check = house.server_check
    page_action = Action(ActionKind.OPEN_PAGE, "Open the page", "mailto:someone@example.org")
    address_action = Action(ActionKind.CHOOSE_MODEL, "Change the address")

    async def scenario() -> None:
        async with opened() as page:
            if where == "form":
                await _press(page, "Edit Box")
            test = "Test" if where == "form" else where
            with Opener.of("mailto") as opener:
                check.error = Unreachable("See there.", action=page_action)
                await _press(page, test)
                await _press(page, "Open the page")
                assert opener.opened == [page_action.target]
            check.error = Unreachable("Nobody.")
            await _press(page, test)
            check.error = Unreachable("No such host.", action=address_action)
            await _press(page, "Try again")
            await _press(page, "Change the address")
            assert _field(page, "Address").hasFocus()

    qt_run(scenario())


@pytest.mark.parametrize("where", ["Test Box", "form"])
def test_what_another_page_settles_is_asked_of_the_settings(
    qt_run: Run, opened: Opened, house: House, where: str
) -> None:
    check = house.server_check

    async def scenario() -> None:
        async with opened() as page:
            asked: list[Action] = []
            page.action_requested.connect(asked.append)
            if where == "form":
                await _press(page, "Edit Box")
            for error in (SignInNeeded("No token."), ProxyFailed("The proxy is away.")):
                check.error = error
                await _press(page, "Test" if where == "form" else where)
                await _press(page, error.action.label)
            assert asked == [ADD_TOKEN, OPEN_PROXY]
            assert _shows_form(page) == (where == "form")

    qt_run(scenario())


def test_a_page_that_is_left_asks_no_more(qt_run: Run, opened: Opened, house: House) -> None:
    async def scenario() -> None:
        house.server_check.gate = asyncio.Event()  # never opened
        async with opened() as page:
            await _press(page, "Test Box")
            assert "Asking Box what it is…" in _texts(page)
            await _press(page, "Edit GPU")
            await _press(page, "Test")

    qt_run(scenario())


def test_a_server_that_is_not_in_the_list_cannot_be_changed(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as page:
            page.edit_server("http://nowhere:1")
            assert not _shows_form(page)

    qt_run(scenario())
