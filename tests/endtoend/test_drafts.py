"""What is written but not sent outlives the window, however the window ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.endtoend.steps import assert_nothing_was_logged, kept_in, until
from tests.helpers.desktop import Program, needs_desktop

pytestmark = [needs_desktop, pytest.mark.timeout(150)]


def test_a_draft_is_there_after_a_kill_and_after_a_quit(tmp_path: Path) -> None:
    with Program(home=tmp_path) as program:
        program.find("Message").type("half a thought")
        until(lambda: b"half a thought" in kept_in(tmp_path))
    with Program(home=tmp_path) as program:  # the first one was killed
        program.find("Message").wait_until(lambda field: field.text == "half a thought")
        program.find("Message").type(", and more")
        program.find("Message").key("Control+q")
        assert program.wait() == 0
    with Program(home=tmp_path) as program:
        program.find("Message").wait_until(lambda field: field.text == "half a thought, and more")
    assert_nothing_was_logged(tmp_path)


def test_the_options_of_a_chat_are_reached_by_their_names(tmp_path: Path) -> None:
    with Program(home=tmp_path) as program:
        program.find("Options of this chat").press()
        program.find("Temperature").type("3")
        program.find("Temperature").key("Return")
        program.find("Enter a number from 0 to 2.")
        program.find("Longest reply, in tokens", role="text")
        program.find("Close the options").press()
        program.find("Attach text files")
    assert_nothing_was_logged(tmp_path)
