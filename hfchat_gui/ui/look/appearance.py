"""Changes how the window looks, at once and for the next start."""

from __future__ import annotations

from hfchat_gui.conversation.choices import USUAL_TEXT, ColourScheme
from hfchat_gui.conversation.ports import Preferences
from hfchat_gui.ui.look.text_sizes import larger, smaller
from hfchat_gui.ui.look.theme import SCHEMES, theme
from hfchat_gui.ui.shortcuts import Command

SCHEME_WORDS = {
    ColourScheme.SYSTEM: "As the system",
    ColourScheme.LIGHT: "Light",
    ColourScheme.DARK: "Dark",
}

SIZING = (Command.LARGER_TEXT, Command.SMALLER_TEXT, Command.USUAL_TEXT)


class Appearance:
    """The colours and the size of text, as the menus and the settings change them."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences

    @property
    def scheme(self) -> ColourScheme:
        """The chosen colours."""
        return self._preferences.colour_scheme

    def choose_scheme(self, scheme: ColourScheme) -> None:
        """Show these colours from now on."""
        self._preferences.set_colour_scheme(scheme)
        theme().set_scheme(SCHEMES[scheme])

    def size(self, command: Command) -> None:
        """Make text a step larger or smaller, or give it its usual size: one of `SIZING`."""
        size = self._after(command)
        self._preferences.set_text_size(size)
        theme().set_text_size(size)

    def can_size(self, command: Command) -> bool:
        """Whether that would change anything."""
        return self._after(command) != theme().text_size

    def _after(self, command: Command) -> int:
        now = theme().text_size
        if command is Command.USUAL_TEXT:
            return USUAL_TEXT
        return larger(now) if command is Command.LARGER_TEXT else smaller(now)
