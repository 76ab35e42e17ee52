"""The button that sends, and stops while a reply arrives, always in the same place."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QMouseEvent
from PySide6.QtWidgets import QWidget

from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.look.palette import SPACE_S, Palette
from hfchat_gui.ui.look.theme import theme


class SendButton(Button):
    """Takes a double click for one: its second half would press Stop.

    It looks as if it did nothing while there is nothing to send, but keeps its place for the keys.
    """

    let_go = Signal()  # by the mouse

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent=parent)
        self._key = "Enter"
        self._replying = False
        self.show_state(replying=False, idle=True)
        self._hold_width()
        theme().changed.connect(self._hold_width)

    def set_key(self, key: str) -> None:
        """Name the key that sends in the tooltip."""
        self._key = key
        self._name()

    def show_state(self, *, replying: bool, idle: bool) -> None:
        """Be Stop while a reply is open, else Send, which is idle where there is nothing."""
        self._replying = replying
        if replying:
            self.turn_into("Stop", "secondary", "square", "")
        else:
            self.turn_into("Send", "primary", "arrow-up", "")
        self._name()
        self._set_idle(idle and not replying)

    def _name(self) -> None:
        self.setAccessibleName(self.text())
        self.setToolTip("Stop the reply (Esc)" if self._replying else f"Send ({self._key})")

    def _hold_width(self) -> None:
        self.setMinimumWidth(0)
        self.setMinimumWidth(self.sizeHint().width() + SPACE_S)

    def _set_idle(self, idle: bool) -> None:
        if self.property("idle") != idle:
            self.setProperty("idle", idle)
            self._dress()

    def _icon_colour(self, palette: Palette) -> QColor:
        return palette.text_secondary if self.property("idle") else super()._icon_colour(palette)

    # Qt's own names.

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self.let_go.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()
