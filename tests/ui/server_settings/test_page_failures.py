"""A removal can be taken back, and a test that fails leads to where that can be put right."""

from __future__ import annotations

import asyncio

import pytest

from hfchat_gui.conversation.error_record import (
    ADD_TOKEN,
    OPEN_PROXY,
    Action,
    ActionKind,
    enter_key,
)
from hfchat_gui.conversation.errors import ProxyFailed, SignInNeeded, Unreachable
from hfchat_gui.conversation.servers import Server
from tests.helpers.running import Run
from tests.ui.driving import Opener
from tests.ui.server_settings.page_driving import (
    BOX,
    GPU,
    Opened,
    button,
    field,
    press,
    shows_form,
    texts,
)
from tests.ui.stand_ins import House


def test_what_a_test_says_leaves_the_buttons_of_the_form_in_sight(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.server_check.error = Unreachable("It cannot be reached. " * 30)

    async def scenario() -> None:
        async with opened() as page:
            await press(page, "Add a server")
            field(page, "Address").setText("https://new.example.org")
            await press(page, "Test")
            await press(page, "Try again")
            for name in ("Test", "Cancel", "Save", "Try again"):
                found = button(page, name)
                assert found.visibleRegion().boundingRect() == found.rect(), name

    qt_run(scenario())


def test_a_removal_is_taken_back_with_all_that_was_agreed(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.server_keys.kept = {GPU.address: "the-first-key"}
    house.preferences.allow_token(GPU.address, True)
    for name in ("org/first", "org/second"):
        house.servers.remember_model(GPU.address, name)

    async def scenario() -> None:
        async with opened() as page:
            await press(page, "Remove GPU")
            assert house.servers.all == [BOX]
            assert "GPU is removed." in texts(page)
            house.preferences.allow_token(GPU.address, False)  # as the real list does
            house.servers.typed.clear()
            await press(page, "Undo")
            assert "GPU is removed." not in texts(page)

    qt_run(scenario())
    assert GPU in house.servers.all
    assert house.servers.typed_models(GPU.address) == ["org/second", "org/first"]
    assert house.server_keys.kept == {GPU.address: "the-first-key"}
    assert house.preferences.allowed == {GPU.address}


def test_a_removed_servers_key_goes_when_the_page_is_left(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.server_keys.kept = {GPU.address: "the-first-key", BOX.address: "another-key"}

    async def scenario() -> None:
        async with opened() as page:
            await press(page, "Remove GPU")
            assert GPU.address in house.server_keys.kept

    qt_run(scenario())
    assert house.server_keys.kept == {BOX.address: "another-key"}


def test_a_key_that_another_server_of_the_list_shares_stays(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.servers.put(Server("GPU, second", f"{GPU.address}/second"))
    house.server_keys.kept = {GPU.address: "the-first-key"}

    async def scenario() -> None:
        async with opened() as page:
            await press(page, "Remove GPU")
            await press(page, "Remove Box")  # lets the first removal hold

    qt_run(scenario())
    assert house.server_keys.kept == {GPU.address: "the-first-key"}


def test_a_servers_test_in_the_list_offers_the_next_step(
    qt_run: Run, opened: Opened, house: House
) -> None:
    check = house.server_check

    async def scenario() -> None:
        async with opened() as page:
            check.error = Unreachable("Nothing answers there.")
            await press(page, "Test Box")
            assert "Nothing answers there." in texts(page)
            check.error = SignInNeeded("It wants a key.", action=enter_key(BOX.address))
            await press(page, "Try again")
            assert "It wants a key." in texts(page)
            await press(page, "Enter a key")
            assert field(page, "Key of this server").hasFocus()
            await press(page, "Test")
            await press(page, "Enter a key")
            assert field(page, "Key of this server").hasFocus()
            await press(page, "Cancel")

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
                await press(page, "Edit Box")
            test = "Test" if where == "form" else where
            with Opener.of("mailto") as opener:
                check.error = Unreachable("See there.", action=page_action)
                await press(page, test)
                await press(page, "Open the page")
                assert opener.opened == [page_action.target]
            check.error = Unreachable("Nobody.")
            await press(page, test)
            check.error = Unreachable("No such host.", action=address_action)
            await press(page, "Try again")
            await press(page, "Change the address")
            assert field(page, "Address").hasFocus()

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
                await press(page, "Edit Box")
            for error in (SignInNeeded("No token."), ProxyFailed("The proxy is away.")):
                check.error = error
                await press(page, "Test" if where == "form" else where)
                await press(page, error.action.label)
            assert asked == [ADD_TOKEN, OPEN_PROXY]
            assert shows_form(page) == (where == "form")

    qt_run(scenario())


def test_a_page_that_is_left_asks_no_more(qt_run: Run, opened: Opened, house: House) -> None:
    async def scenario() -> None:
        house.server_check.gate = asyncio.Event()  # never opened
        async with opened() as page:
            await press(page, "Test Box")
            assert "Asking Box what it is…" in texts(page)
            await press(page, "Edit GPU")
            await press(page, "Test")

    qt_run(scenario())
