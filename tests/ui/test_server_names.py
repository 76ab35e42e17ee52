"""A server is called as the person calls it, wherever a model or its place is named."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.message import Message, Role
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.servers import Server
from hfchat_gui.ui.model_picker.button import ModelButton
from hfchat_gui.ui.server_names import given_name, label_of, place_of, read_names_from
from hfchat_gui.ui.transcript.wording import speaker
from hfchat_gui.ui.wording import short_name, where_it_runs
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import named
from tests.ui.stand_in_ports import LOCAL, PlainServers
from tests.ui.stand_ins import House

_ADDRESS = "http://127.0.0.1:18104"
FIRST, NAMED = (ModelRef(Source.ADDRESS, name, _ADDRESS) for name in ("", "org/qwen"))


@pytest.fixture
def small() -> Iterator[None]:
    servers = PlainServers()
    servers.put(Server("Small", _ADDRESS))
    read_names_from(servers)
    yield
    read_names_from(None)


@pytest.mark.usefixtures("small")
def test_a_server_is_called_by_its_name() -> None:
    assert (given_name(_ADDRESS), given_name("http://other:1"), given_name("")) == ("Small", "", "")
    assert (label_of(FIRST), label_of(NAMED), label_of(LOCAL)) == ("Small", "qwen", LOCAL.label)
    assert (place_of(NAMED), place_of(LOCAL)) == ("Small", "on this computer")
    assert short_name(FIRST) == "Small"
    assert where_it_runs(NAMED) == "org/qwen answers at Small (127.0.0.1:18104)."
    assert speaker(Message(Role.ASSISTANT, model=FIRST)) == "Small"


def test_without_a_window_it_is_called_by_its_address() -> None:
    assert (label_of(FIRST), place_of(NAMED)) == ("127.0.0.1:18104", "127.0.0.1:18104")


@pytest.mark.usefixtures("small")
def test_the_button_has_the_name_first_and_the_address_in_its_tip(qtbot: QtBot) -> None:
    button = ModelButton()
    qtbot.addWidget(button)
    button.show_model(FIRST)
    assert button.accessibleDescription() == "Small · 127.0.0.1:18104"
    button.show_model(NAMED)
    assert button.accessibleDescription() == "qwen · Small"
    assert button.toolTip().endswith(f"\norg/qwen\n{_ADDRESS}")


def test_the_windows_servers_are_the_ones_that_are_asked(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.servers.put(Server("Small", _ADDRESS))
    house.preferences.last_model = FIRST

    async def scenario() -> None:
        async with opened() as window:
            (button,) = named(window, "Model")
            assert button.accessibleDescription() == "Small · 127.0.0.1:18104"
        assert given_name(_ADDRESS) == ""

    qt_run(scenario())
