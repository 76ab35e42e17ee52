"""The menus hold the standard entries with the roles and keys that platforms expect."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from hfchat_gui.conversation.choices import ColourScheme
from hfchat_gui.ui.shortcuts import Command, Group
from hfchat_gui.ui.window.menu_bar import MenuBar


@pytest.fixture
def bar(qapp: QApplication) -> MenuBar:
    """A menu bar by itself."""
    return MenuBar()


def test_every_command_has_its_entry_and_its_keys(bar: MenuBar) -> None:
    assert set(bar._actions) == set(Command)
    for command, action in bar._actions.items():
        assert action.shortcuts() == command.keys


def test_the_menus_stand_in_the_usual_order(bar: MenuBar) -> None:
    titles = [action.text().replace("&", "") for action in bar.actions()]
    assert titles == ["File", "Edit", "View", "Chat", "Help"]


def test_macos_finds_what_belongs_into_its_own_menu(bar: MenuBar) -> None:
    roles = {action.menuRole(): command for command, action in bar._actions.items()}
    assert roles[QAction.MenuRole.PreferencesRole] is Command.SETTINGS
    assert roles[QAction.MenuRole.AboutRole] is Command.ABOUT
    assert roles[QAction.MenuRole.QuitRole] is Command.QUIT
    others = set(roles) - {QAction.MenuRole.NoRole}
    assert len(others) == 3


def test_keys_of_text_are_left_to_what_has_the_keyboard(bar: MenuBar) -> None:
    for command, action in bar._actions.items():
        is_shown_only = action.shortcutContext() is Qt.ShortcutContext.WidgetShortcut
        assert is_shown_only == (command.group is Group.EDIT or command is Command.STOP)


def test_only_what_is_possible_is_enabled_and_says_so(bar: MenuBar) -> None:
    chosen: list[Command] = []
    bar.chosen.connect(chosen.append)
    bar.show_possible({Command.COPY})
    enabled = [command for command, action in bar._actions.items() if action.isEnabled()]
    assert enabled == [Command.COPY]
    for command in (Command.COPY, Command.CUT):
        bar._actions[command].trigger()
    assert chosen == [Command.COPY]


def test_the_colours_are_one_choice(bar: MenuBar) -> None:
    chosen: list[ColourScheme] = []
    bar.scheme_chosen.connect(chosen.append)
    bar.show_scheme(ColourScheme.DARK)
    bar._schemes[ColourScheme.LIGHT].trigger()
    ticked = [scheme for scheme, action in bar._schemes.items() if action.isChecked()]
    assert (chosen, ticked) == ([ColourScheme.LIGHT], [ColourScheme.LIGHT])


def test_the_side_panel_is_ticked_while_it_is_shown(bar: MenuBar) -> None:
    for shown in (True, False):
        bar.show_panel_state(shown)
        assert bar._actions[Command.SIDE_PANEL].isChecked() is shown
