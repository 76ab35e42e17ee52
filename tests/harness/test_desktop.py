"""A window is found, read, typed into, pressed and photographed over the accessibility bus."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.accessibility import BusFault
from tests.helpers.desktop import Program, needs_desktop

pytestmark = needs_desktop
_TOY = [sys.executable, str(Path(__file__).with_name("toy_window.py"))]


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[Program]:
    with Program(home=tmp_path, command=_TOY) as program:
        yield program


def test_what_is_typed_and_sent_is_read_back(toy: Program) -> None:
    toy.find("Message", role="text").type("Hello, Wörld? A=b")
    toy.find("Send", role="push button").press()
    assert toy.find(starts="You:").text == "You: Hello, Wörld? A=b"


def test_keys_with_and_without_modifiers_arrive(toy: Program) -> None:
    message = toy.find("Message")
    message.type("one")
    message.key("Shift+Return")
    message.type("two")
    message.key("Shift+Home")
    message.key("Delete")
    message.wait_until(lambda it: it.text.splitlines() == ["one"])


def test_text_is_set_without_the_keyboard(toy: Program) -> None:
    message = toy.find("Message")
    message.set_text("文字 🙂")
    assert message.text == "文字 🙂"


def test_states_places_and_the_tree_are_seen(toy: Program) -> None:
    button = toy.find("Send")
    assert {"enabled", "showing"} <= button.states
    _, _, width, height = button.place
    assert width > height > 10
    assert "push button 'Send'" in toy.root.describe()


def test_a_click_with_the_mouse_arrives(toy: Program) -> None:
    toy.find("Send").click()
    assert toy.find(starts="You:").name == "You: "


def test_the_screen_is_photographed(toy: Program, tmp_path: Path) -> None:
    toy.find("Send")
    picture = tmp_path / "screen.png"
    toy.screenshot(picture)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size > 1000


def test_what_is_not_there_is_a_time_out(toy: Program) -> None:
    with pytest.raises(TimeoutError, match="no element 'Nowhere'"):
        toy.find("Nowhere", timeout=0.2)


def test_an_element_of_a_program_that_has_ended_is_a_fault(toy: Program) -> None:
    button = toy.find("Send")
    toy.process.kill()
    toy.wait()
    assert toy.output.startswith("shown")
    with pytest.raises(BusFault):
        button.press()
