"""The menu bar: the entries of `shortcuts.Command` in the order and roles that platforms expect."""

from __future__ import annotations

from collections.abc import Container

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from hfchat_gui.conversation.choices import ColourScheme
from hfchat_gui.ui.look.appearance import SCHEME_WORDS
from hfchat_gui.ui.shortcuts import Command, Group

_LINE = None
_SCHEMES = "schemes"
_MENUS: dict[str, tuple[Command | str | None, ...]] = {
    "&File": (
        *(Command.NEW_CHAT, _LINE, Command.ATTACH, Command.EXPORT, _LINE),
        *(Command.SETTINGS, _LINE, Command.QUIT),
    ),
    "&Edit": (
        *(Command.UNDO, Command.REDO, _LINE),
        *(Command.CUT, Command.COPY, Command.PASTE, _LINE, Command.SELECT_ALL),
    ),
    "&View": (
        *(Command.SIDE_PANEL, _LINE),
        *(Command.LARGER_TEXT, Command.SMALLER_TEXT, Command.USUAL_TEXT, _LINE, _SCHEMES),
    ),
    "&Chat": (
        *(Command.CHOOSE_MODEL, Command.SYSTEM_PROMPT, _LINE),
        *(Command.STOP, Command.RETRY, Command.CONTINUE, _LINE),
        *(Command.RENAME_CHAT, Command.DELETE_CHAT),
    ),
    "&Help": (Command.SHORTCUTS, _LINE, Command.ABOUT),
}
_ROLES = {
    Command.SETTINGS: QAction.MenuRole.PreferencesRole,
    Command.QUIT: QAction.MenuRole.QuitRole,
    Command.ABOUT: QAction.MenuRole.AboutRole,
}
_OPENS_A_DIALOG = (Command.ATTACH, Command.EXPORT, Command.CHOOSE_MODEL, Command.SETTINGS)


class MenuBar(QMenuBar):
    """Says what was chosen. `about_to_open` asks its owner what is possible now.

    The keys of text (copy, paste and the like) and Esc belong to what has the keyboard: they are
    shown here, but heard there.
    """

    about_to_open = Signal()
    chosen = Signal(object)  # Command
    scheme_chosen = Signal(object)  # ColourScheme

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions: dict[Command, QAction] = {}
        self._schemes: dict[ColourScheme, QAction] = {}
        for title, entries in _MENUS.items():
            menu = self.addMenu(title)
            menu.aboutToShow.connect(self.about_to_open)
            for entry in entries:
                if entry is _LINE:
                    menu.addSeparator()
                elif isinstance(entry, Command):
                    self._actions[entry] = self._added(menu, entry)
                else:
                    self._add_schemes(menu)
        self._actions[Command.SIDE_PANEL].setCheckable(True)

    def show_possible(self, possible: Container[Command]) -> None:
        """Enable the entries that do something now, and no others."""
        for command, action in self._actions.items():
            action.setEnabled(command in possible)

    def show_panel_state(self, shown: bool) -> None:
        """Tick the side panel while it is shown."""
        self._actions[Command.SIDE_PANEL].setChecked(shown)

    def show_scheme(self, scheme: ColourScheme) -> None:
        """Tick the chosen colours."""
        self._schemes[scheme].setChecked(True)

    def _added(self, menu: QMenu, command: Command) -> QAction:
        words = command.words + "…" * (command in _OPENS_A_DIALOG)
        action = menu.addAction(words, lambda: self.chosen.emit(command))
        action.setShortcuts(command.keys)
        action.setMenuRole(_ROLES.get(command, QAction.MenuRole.NoRole))
        if command.group is Group.EDIT or command is Command.STOP:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        return action

    def _add_schemes(self, menu: QMenu) -> None:
        choices = menu.addMenu("Colours")
        group = QActionGroup(choices)
        for scheme, words in SCHEME_WORDS.items():
            action = choices.addAction(words)
            action.setCheckable(True)
            action.setMenuRole(QAction.MenuRole.NoRole)
            action.triggered.connect(lambda _, chosen=scheme: self.scheme_chosen.emit(chosen))
            group.addAction(action)
            self._schemes[scheme] = action
