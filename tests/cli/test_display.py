"""Where a window can be shown: the display server is really asked."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from hfchat_gui.cli import display
from hfchat_gui.cli.display import display_problem

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="displays are a Unix matter")


@pytest.mark.parametrize(
    "environment",
    [{}, {"DISPLAY": ""}, {"QT_QPA_PLATFORM": "xcb"}],
)
def test_without_any_display_that_is_said(environment: dict[str, str]) -> None:
    assert "no display" in display_problem(environment, "linux")


@pytest.mark.parametrize(
    "environment",
    [
        {"DISPLAY": ":64999"},
        {"DISPLAY": "unix:64999.0"},
        {"DISPLAY": "127.0.0.1:9"},
        {"DISPLAY": "nonsense"},
        {"DISPLAY": "/nowhere/at/all:0"},
        {"WAYLAND_DISPLAY": "wayland-999", "XDG_RUNTIME_DIR": "/nowhere"},
    ],
)
def test_a_display_that_does_not_answer_is_named(environment: dict[str, str]) -> None:
    assert "does not answer" in display_problem(environment, "linux")


@pytest.mark.parametrize("chosen", ["offscreen", "offscreen:size=10x10;xcb", "minimal"])
def test_some_platforms_of_qt_need_no_display(chosen: str) -> None:
    assert display_problem({"QT_QPA_PLATFORM": chosen}, "linux") == ""


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_windows_and_macos_always_have_one(platform: str) -> None:
    assert display_problem({}, platform) == ""


def test_a_wayland_socket_that_listens_is_a_display(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-0"))
        server.listen()
        environment = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)}
        assert display_problem(environment, "linux") == ""


def test_a_socket_s_path_is_a_display(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "X"))
        server.listen()
        assert display_problem({"DISPLAY": str(tmp_path / "X")}, "linux") == ""


def test_a_display_across_the_network_is_asked_at_its_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(display, "FIRST_X_PORT", port - 3)
            assert display_problem({"DISPLAY": "127.0.0.1:3"}, "linux") == ""
