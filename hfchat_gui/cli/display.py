"""Says whether a window can be shown here, before Qt is asked and aborts."""

from __future__ import annotations

import re
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

WITHOUT_DISPLAY = {"offscreen", "minimal", "vnc", "linuxfb", "eglfs", "minimalegl", "vkkhrdisplay"}
"""Qt platforms that need no display server."""

_X_DISPLAY = re.compile(r"(?P<host>.*):(?P<number>\d{1,5})(\.\d+)?")
_PATIENCE = 3.0

FIRST_X_PORT = 6000
"""The TCP port of display 0."""


def display_problem(environment: Mapping[str, str], platform: str = sys.platform) -> str:
    """Return why Qt would find no screen, as half a sentence, or "" where it finds one.

    Only X11 and Wayland systems can be without one; their servers are really asked.
    """
    if platform in ("win32", "darwin"):
        return ""
    chosen = environment.get("QT_QPA_PLATFORM", "").split(";")[0].split(":")[0]
    if chosen in WITHOUT_DISPLAY:
        return ""
    named = [name for name in ("WAYLAND_DISPLAY", "DISPLAY") if environment.get(name)]
    if not named:
        return "there is no display here to open a window on"
    if any(_answers(name, environment) for name in named):
        return ""
    return f"the display {environment[named[-1]]} does not answer"


def _answers(name: str, environment: Mapping[str, str]) -> bool:
    value = environment[name]
    if name == "WAYLAND_DISPLAY":
        return _listens(str(Path(environment.get("XDG_RUNTIME_DIR", "/")) / value))
    found = _X_DISPLAY.fullmatch(value)
    if found is None:
        return value.startswith("/") and _listens(value)  # a socket's path, as on macOS
    host, number = found["host"], int(found["number"])
    if host in ("", "unix"):
        path = f"/tmp/.X11-unix/X{number}"  # noqa: S108 - where every X server has its socket
        return _listens(path) or _listens("\0" + path)
    return _is_served(host.strip("[]"), FIRST_X_PORT + number)


def _listens(path: str) -> bool:
    with socket.socket(socket.AF_UNIX) as asking:
        try:
            asking.connect(path)
        except OSError:
            return False
    return True


def _is_served(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), _PATIENCE).close()
    except OSError:
        return False
    return True
