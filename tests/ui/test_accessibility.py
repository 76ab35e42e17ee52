"""The window is used over the accessibility bus, by the names that screen readers speak."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.desktop import Program, needs_desktop

pytestmark = needs_desktop
_WINDOW = [sys.executable, str(Path(__file__).with_name("window_program.py"))]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    with Program(home=tmp_path, command=_WINDOW) as started:
        yield started


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("Model", "push button"),
        ("System prompt", "text"),
        ("Message", "text"),
        ("Send", "push button"),
        ("New chat", "push button"),
        ("Conversations", "list"),
    ],
)
def test_every_name_is_found_once(program: Program, name: str, role: str) -> None:
    program.find("Message")
    showing = [found for found in program.root.find_all(name) if "showing" in found.states]
    assert [found.role for found in showing] == [role]


def test_what_is_typed_and_sent_is_answered_in_the_transcript(program: Program) -> None:
    program.find("Message", role="text").type("What is this?")
    program.find("Send", role="push button").press()
    transcript = program.find("Transcript")
    assert "What is this?" in transcript.find(starts="You:").text
    assert "Hello there." in transcript.find(starts="SmolLM2-135M-Instruct:").text


def test_enter_sends_and_the_field_is_empty_again(program: Program) -> None:
    field = program.find("Message")
    field.type("hi")
    field.key("Return")
    program.find(starts="You:")
    field.wait_until(lambda it: it.text == "")


def test_conversations_are_items_of_the_list(program: Program) -> None:
    assert program.find("Conversations").find("Old chat").role == "list item"


def test_a_model_is_chosen_without_a_mouse(program: Program) -> None:
    program.find("Model").press()
    find = program.find("Find a model")
    find.type("org/model")
    find.key("Return")
    find.wait_until_gone()
    program.find("Message").type("hi")
    program.find("Send").press()
    program.find("Transcript").find(starts="model:")


def test_a_signal_ends_the_program(program: Program) -> None:
    program.find("Message")
    program.process.send_signal(signal.SIGTERM)
    assert program.wait() == 0
