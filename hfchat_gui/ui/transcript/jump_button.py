"""The button that leads back to the end while something further up is read."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QPushButton, QWidget

from hfchat_gui.ui import theme
from hfchat_gui.ui.icons import icon
from hfchat_gui.ui.palette import SPACE_L, Palette


class JumpButton(QPushButton):
    """Floats at the bottom of the pane."""

    def __init__(self, pane: QWidget) -> None:
        super().__init__("Jump to end", pane)
        self._pane = pane
        self.setAccessibleName("Jump to end")
        self.setToolTip("Jump to end (End)")
        self.setIconSize(QSize(16, 16))
        self.set_palette(theme.current())
        self.hide()

    def set_palette(self, palette: Palette) -> None:
        """Take the icon's colour from a palette."""
        self.setIcon(icon("chevron-down", palette.text.name()))

    def place(self) -> None:
        """Stand in the middle above the pane's bottom."""
        pane = self._pane
        self.adjustSize()
        left = (pane.width() - self.width()) // 2
        self.move(left, pane.height() - self.height() - SPACE_L)
        self.raise_()
