"""Says whether a window can be shown here, before Qt is asked and aborts."""

from __future__ import annotations

import sys
from collections.abc import Mapping

WITHOUT_DISPLAY = {"offscreen", "minimal", "vnc", "linuxfb", "eglfs", "minimalegl", "vkkhrdisplay"}
"""Qt platforms that need no display server."""


def has_display(environment: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Return whether Qt finds a screen; only X11 and Wayland systems can be without one."""
    if platform in ("win32", "darwin"):
        return True
    chosen = environment.get("QT_QPA_PLATFORM", "").split(";")[0].split(":")[0]
    if chosen in WITHOUT_DISPLAY:
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
