"""Colours and size of text change at once, and for the next start."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from hfchat_gui.conversation.choices import ColourScheme
from hfchat_gui.ui.look.appearance import Appearance
from hfchat_gui.ui.look.theme import SCHEMES, theme
from hfchat_gui.ui.shortcuts import Command
from tests.ui.stand_in_ports import PlainPreferences


@pytest.fixture(autouse=True)
def _as_before(qapp: QApplication) -> Iterator[None]:
    yield
    theme().set_text_size(100)
    theme().set_scheme(SCHEMES[ColourScheme.SYSTEM])


def test_a_scheme_holds_now_and_is_kept() -> None:
    preferences = PlainPreferences()
    appearance = Appearance(preferences)
    for scheme, is_dark in ((ColourScheme.DARK, True), (ColourScheme.LIGHT, False)):
        appearance.choose_scheme(scheme)
        assert (theme().is_dark, preferences.colour_scheme) == (is_dark, scheme)
        assert appearance.scheme is scheme


def test_a_size_holds_now_and_is_kept() -> None:
    preferences = PlainPreferences()
    appearance = Appearance(preferences)
    assert not appearance.can_size(Command.USUAL_TEXT)
    for command, size in (
        (Command.LARGER_TEXT, 110),
        (Command.USUAL_TEXT, 100),
        (Command.SMALLER_TEXT, 90),
        (Command.SMALLER_TEXT, 80),
    ):
        assert appearance.can_size(command)
        appearance.size(command)
        assert (theme().text_size, preferences.text_size) == (size, size)
    assert not appearance.can_size(Command.SMALLER_TEXT)
