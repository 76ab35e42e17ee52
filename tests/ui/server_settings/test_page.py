"""Servers are added and changed in a form, with their keys and what is agreed for them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox

from hfchat_gui.conversation.errors import Unreachable
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import TypedModel
from hfchat_gui.conversation.servers import Server
from hfchat_gui.ui.server_settings.kind_field import KindField
from tests.helpers.patience import settle
from tests.helpers.running import Run
from tests.ui.driving import until
from tests.ui.server_settings.page_driving import (
    BOX,
    GPU,
    Opened,
    field,
    press,
    shows_form,
    texts,
)
from tests.ui.stand_in_ports import PlainCatalogue
from tests.ui.stand_ins import House


def test_without_a_server_the_page_says_how_to_add_one(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.servers.all.clear()

    async def scenario() -> None:
        async with opened() as page:
            assert "No server yet." in texts(page)

    qt_run(scenario())


def test_a_server_is_added_and_named_after_its_host(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as page:
            await press(page, "Add a server")
            QTest.keyClicks(field(page, "Address"), "localhost:11434")
            assert field(page, "Name").placeholderText() == "localhost:11434"
            QTest.keyClicks(field(page, "Key of this server"), "a-long-secret-key")
            QTest.keyClick(field(page, "Address"), Qt.Key.Key_Return)
            await until(lambda: not shows_form(page))
            assert "localhost:11434" in texts(page)
            assert page.has_saved("http://localhost:11434/v1")
            assert not page.has_saved(BOX.address)

    qt_run(scenario())
    assert house.servers.all[0] == Server("localhost:11434", "http://localhost:11434")
    assert house.server_keys.kept == {"http://localhost:11434": "a-long-secret-key"}


def test_a_bad_address_is_refused_at_its_field(qt_run: Run, opened: Opened, house: House) -> None:
    async def scenario() -> None:
        async with opened() as page:
            await press(page, "Add a server")
            for text, words in (
                ("ftp://x", "An address starts with http://"),
                ("localhost:8080", "This address is in the list already, as Box."),
            ):
                field(page, "Address").setText(text)
                await press(page, "Save")
                assert words in texts(page)
            QTest.keyClick(field(page, "Address"), Qt.Key.Key_Escape)
            assert page.isVisible()
            assert "Box" in texts(page)

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
            await press(page, "Add a server")
            field(page, "Address").setText("old.example.org/models/org/model")
            await press(page, "Save")
            assert "That host was shut down. It needs no server here" in texts(page)

    qt_run(scenario())


def test_a_test_shows_the_kind_which_can_be_corrected(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as page:
            await press(page, "Edit GPU")
            await press(page, "Test")
            assert "vLLM: 1 model, 0.2 s." in texts(page)
            kind = page.findChild(KindField)
            assert kind is not None
            assert kind.currentText() == "Find out (found: vLLM)"
            kind.choose("tgi")
            await press(page, "Save")

    qt_run(scenario())
    assert Server("GPU", GPU.address, "tgi") in house.servers.all


@pytest.mark.parametrize("other", ["address", "failure"])
def test_what_was_found_is_no_longer_said_of_another_address_or_after_a_failure(
    qt_run: Run, opened: Opened, house: House, other: str
) -> None:
    async def scenario() -> None:
        async with opened() as page:
            await press(page, "Edit GPU")
            await press(page, "Test")
            kind = page.findChild(KindField)
            assert kind is not None
            assert kind.currentText() == "Find out (found: vLLM)"
            if other == "address":
                field(page, "Address").setText("https://new.example.org")
            else:
                house.server_check.error = Unreachable("Nothing answers there.")
                await press(page, "Test")
            assert kind.currentText() == "Find out"

    qt_run(scenario())


def test_another_address_takes_the_servers_place_but_not_its_key(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.server_keys.kept = {GPU.address: "the-first-key"}

    async def scenario() -> None:
        async with opened() as page:
            await press(page, "Edit GPU")
            assert "Key ending in …-key" in texts(page)
            field(page, "Address").setText("https://new.example.org")
            field(page, "Address").editingFinished.emit()
            assert "That of gpu.example.org does not go to the new one" in texts(page)
            await settle()
            assert "Key ending" not in texts(page)
            await press(page, "Save")

    qt_run(scenario())
    assert [one.address for one in house.servers.all] == ["https://new.example.org", BOX.address]
    assert house.server_keys.kept == {}


def test_a_form_that_is_left_keeps_no_key_and_no_consent_of_a_server_it_tested(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as page:
            await press(page, "Add a server")
            field(page, "Address").setText("https://new.example.org")
            field(page, "Address").editingFinished.emit()
            tick = next(one for one in page.findChildren(QCheckBox) if one.isVisible())
            tick.click()
            await press(page, "Test")
            assert house.preferences.allowed == {"https://new.example.org"}
            QTest.keyClicks(field(page, "Key of this server"), "a-long-secret-key")
            await press(page, "Test")
            assert house.server_keys.kept == {}
            await press(page, "Keep key")
            assert house.server_keys.kept != {}
            await press(page, "Cancel")

    qt_run(scenario())
    assert house.server_keys.kept == {}
    assert house.preferences.allowed == set()


@pytest.mark.parametrize(("left_by", "kept"), [("Cancel", "old-key-xyz"), ("Save", "new-key-xyz")])
def test_a_test_sends_the_typed_key_and_keeps_the_one_that_is_kept(
    qt_run: Run, opened: Opened, house: House, left_by: str, kept: str
) -> None:
    house.server_keys.kept = {GPU.address: "old-key-xyz"}

    async def scenario() -> None:
        async with opened() as page:
            await press(page, "Edit GPU")
            QTest.keyClicks(field(page, "Key of this server"), "short")
            await press(page, "Test")
            assert "The key is too short." in texts(page)
            assert house.server_check.checked == []
            field(page, "Key of this server").clear()
            QTest.keyClicks(field(page, "Key of this server"), "new-key-xyz")
            await press(page, "Test")
            (sent,) = house.server_check.keys
            assert sent is not None
            assert sent.reveal() == "new-key-xyz"
            assert house.server_keys.kept == {GPU.address: "old-key-xyz"}
            await press(page, left_by)
            await until(lambda: not shows_form(page))

    qt_run(scenario())
    assert house.server_keys.kept == {GPU.address: kept}


def test_a_key_that_is_refused_keeps_the_form_open(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as page:
            await press(page, "Edit GPU")
            QTest.keyClicks(field(page, "Key of this server"), "short")
            await press(page, "Save")
            assert shows_form(page)
            assert "The key is too short." in texts(page)
            field(page, "Key of this server").clear()
            QTest.keyClicks(field(page, "Key of this server"), "long-enough")
            await press(page, "Keep key")
            await press(page, "Save")

    qt_run(scenario())
    assert house.server_keys.kept == {GPU.address: "long-enough"}


def test_a_key_that_the_keyring_does_not_keep_is_said_in_the_list(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.server_keys.problem = "The keyring is locked. The key is kept only until HF Chat ends."

    async def scenario() -> None:
        async with opened() as page:
            await press(page, "Edit GPU")
            QTest.keyClicks(field(page, "Key of this server"), "a-long-secret-key")
            await press(page, "Save")
            await until(lambda: not shows_form(page))
            assert house.server_keys.problem in texts(page)
            await press(page, "Edit Box")
            await press(page, "Save")
            assert house.server_keys.problem not in texts(page)

    qt_run(scenario())


def test_a_server_that_is_not_in_the_list_cannot_be_changed(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as page:
            page.edit_server("http://nowhere:1")
            assert not shows_form(page)

    qt_run(scenario())
