"""A chat is renamed and deleted from the list over the accessibility bus, without a mouse."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.desktop import Program, needs_desktop

pytestmark = needs_desktop
_WINDOW = [sys.executable, str(Path(__file__).parents[1] / "window_program.py")]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    with Program(home=tmp_path, command=_WINDOW) as started:
        yield started


def test_the_button_of_the_row_opens_a_menu_for_the_keyboard(program: Program) -> None:
    conversations = program.find("Conversations")
    conversations.find("Old chat")
    conversations.select(1)
    more = program.find("More for Old chat", role="push button")
    more.key("Space")  # the menu is nowhere listed, but opens before the next key is read
    for key in ("Down", "Down", "Return"):
        program.root.bus.call("press_key", key)
    conversations.wait_until(lambda rows: not rows.find_all("Old chat"))


def test_a_chat_is_renamed_by_keys_alone(program: Program) -> None:
    conversations = program.find("Conversations")
    conversations.find("Old chat")
    conversations.key("Down")
    conversations.key("F2")
    program.find("New title of Old chat", role="text").type("Renamed")
    program.find("New title of Old chat").key("Return")
    assert conversations.find("Renamed").role == "list item"
