"""Where a window can be shown."""

from __future__ import annotations

import pytest

from hfchat_gui.cli.display import has_display


@pytest.mark.parametrize(
    ("environment", "platform", "answer"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({"QT_QPA_PLATFORM": "offscreen"}, "linux", True),
        ({"QT_QPA_PLATFORM": "offscreen:size=10x10;xcb"}, "linux", True),
        ({"QT_QPA_PLATFORM": "xcb"}, "linux", False),
        ({}, "win32", True),
        ({}, "darwin", True),
    ],
)
def test_a_window_needs_a_display_on_unix_alone(
    environment: dict[str, str], platform: str, answer: bool
) -> None:
    assert has_display(environment, platform) is answer
