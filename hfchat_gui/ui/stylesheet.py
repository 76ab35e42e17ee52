"""One flat stylesheet made from the palette."""

from __future__ import annotations

from hfchat_gui.ui.palette import Palette


def stylesheet(palette: Palette) -> str:
    """Return the application's stylesheet in the colours of `palette`."""
    return f"QToolTip {{ color: {palette.text.name()}; }}"
