"""A server is added, tested, chosen and removed over the accessibility bus, without a mouse."""

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


def _add(program: Program, address: str) -> None:
    program.find("Model").press()
    program.find("Manage servers…").press()
    program.find("Add a server").press()
    field = program.find("Address", role="text")
    field.type(address)
    field.key("Return")


def test_a_server_is_added_tested_and_removed_with_a_way_back(program: Program) -> None:
    _add(program, "localhost:11434")
    program.find("Test localhost:11434").press()
    program.find("vLLM: 1 model, 0.2 s.")
    program.find("Remove localhost:11434").press()
    program.find("localhost:11434 is removed.")
    program.find("Undo the removal of localhost:11434").press()
    program.find("Edit localhost:11434")


def test_the_model_of_an_added_server_is_chosen_by_its_name(program: Program) -> None:
    _add(program, "localhost:11434")
    dialog = program.find("Test localhost:11434")
    dialog.key("Escape")
    dialog.wait_until_gone()
    program.find("Model").press()
    find = program.find("Find a model")
    find.type("localhost")
    program.find("Models").find("The model that it offers first")
    find.key("Return")
    find.wait_until_gone()
    program.find("Message", role="text").type("hi")
    program.find("Send", role="push button").press()
    program.find("Transcript").find(starts="localhost:11434:")
