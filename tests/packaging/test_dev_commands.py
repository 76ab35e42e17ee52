"""What a command of dev.py sets up."""

from __future__ import annotations

import dev_commands

from hfchat_gui.cli import arguments


def test_no_command_without_a_window_waits_for_the_window_s_libraries() -> None:
    assert set(arguments._COMMANDS) <= dev_commands._WINDOWLESS
