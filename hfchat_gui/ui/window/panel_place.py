"""Whether the side panel is shown and how wide, as the person left it and as the window allows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from hfchat_gui.conversation.choices import USUAL_PANEL, USUAL_TEXT
from hfchat_gui.conversation.ports import Preferences
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.side_panel.side_panel import SidePanel

NARROW = 800  # pixels; in a window below it the panel makes room for the text, unless it is wanted
_LARGEST_SHARE = 0.4  # of the window: the rest is for reading


class PanelPlace(QObject):
    """Call `fit` when the window has another width. `on_shown` hears whether the panel is shown."""

    def __init__(
        self,
        window: QWidget,
        panel: SidePanel,
        preferences: Preferences,
        on_shown: Callable[[bool], None],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._panel = panel
        self._preferences = preferences
        self._on_shown = on_shown
        self._choice = preferences.side_panel
        panel.edge.dragged.connect(self._on_dragged)
        panel.edge.settled.connect(self._keep)
        panel.edge.reset.connect(self._on_reset)
        theme().changed.connect(self.fit)

    def toggle(self) -> None:
        """Show the panel or hide it, and remember that for windows of this kind."""
        is_shown = self._panel.isHidden()
        if self._is_narrow:
            self._choice = replace(self._choice, is_in_narrow=is_shown)
        else:
            self._choice = replace(self._choice, is_in_wide=is_shown)
        self._keep()
        self.fit()

    def fit(self) -> None:
        """Give the panel its width, and show it or not."""
        most = int(self._window.width() * _LARGEST_SHARE)
        self._panel.setFixedWidth(min(round(self._choice.width * self._scale), most))
        is_shown = self._choice.is_in_narrow if self._is_narrow else self._choice.is_in_wide
        self._panel.setVisible(is_shown)
        self._on_shown(is_shown)

    @property
    def _is_narrow(self) -> bool:
        return self._window.width() < NARROW

    @property
    def _scale(self) -> float:
        return theme().text_size / USUAL_TEXT

    def _on_dragged(self, width: int) -> None:
        most = int(self._window.width() * _LARGEST_SHARE)
        self._choice = self._choice.with_width(round(min(width, most) / self._scale))
        self.fit()

    def _on_reset(self) -> None:
        self._choice = self._choice.with_width(USUAL_PANEL)
        self._keep()
        self.fit()

    def _keep(self) -> None:
        self._preferences.set_side_panel(self._choice)
