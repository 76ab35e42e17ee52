"""Buttons in the four kinds of the look, whose icons follow the palette."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QPushButton, QWidget

from hfchat_gui.ui.look.fonts import with_text
from hfchat_gui.ui.look.icons import icon
from hfchat_gui.ui.look.palette import ICON_SIZE, SPACE_S, SPACE_XS, Palette
from hfchat_gui.ui.look.theme import theme

Kind = Literal["primary", "secondary", "quiet", "card"]


class Button(QPushButton):
    """A push button with an icon of ours. `tip` is its tooltip; name its shortcut there.

    A click leaves the keyboard where it is; the Tab key comes by.
    """

    def __init__(
        self,
        text: str,
        *,
        kind: Kind = "secondary",
        icon_name: str = "",
        tip: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._icon_name = icon_name
        self.setProperty("kind", kind)
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(tip)
        self._follow_theme()
        theme().changed.connect(self._follow_theme)

    def turn_into(self, text: str, kind: Kind, icon_name: str, tip: str) -> None:
        """Become another button in the same place."""
        if (self.text(), self._icon_name) == (text, icon_name):
            return
        self._icon_name = icon_name
        self.setText(text)
        self.setToolTip(tip)
        self.setProperty("kind", kind)
        self._dress()

    def _dress(self) -> None:
        self.style().unpolish(self)
        self.style().polish(self)
        self._tint()

    def _follow_theme(self) -> None:
        side = with_text(ICON_SIZE)
        self.setIconSize(QSize(side + (SPACE_XS if self.text() else 0), side))
        self._tint()

    def _tint(self) -> None:
        if self._icon_name:
            self.setIcon(icon(self._icon_name, self._icon_colour(theme().palette).name()))

    def _icon_colour(self, palette: Palette) -> QColor:
        return palette.text_on_accent if self.property("kind") == "primary" else palette.text


class IconButton(Button):
    """A square button of one icon; `name` is what a screen reader says."""

    def __init__(
        self, name: str, icon_name: str, *, tip: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__("", kind="quiet", icon_name=icon_name, tip=tip or name, parent=parent)
        self.setAccessibleName(name)

    def _follow_theme(self) -> None:
        super()._follow_theme()
        side = with_text(ICON_SIZE) + 2 * SPACE_S
        self.setFixedSize(side, side)
