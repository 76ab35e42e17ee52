"""What each entry of the menu does in this window, and whether it can do anything now."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import shiboken6
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QWidget

from hfchat_gui.conversation.changes import ConversationChange, ReplyGrew
from hfchat_gui.conversation.message import Message, Role
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.ui.chat.chat_pane import ChatPane
from hfchat_gui.ui.look.appearance import SIZING, Appearance
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.shortcuts import Command
from hfchat_gui.ui.window.edit_commands import EDITING, do_in, possible_in
from hfchat_gui.ui.window.menu_bar import MenuBar

_OF_THIS_CHAT = {
    *(Command.STOP, Command.RETRY, Command.CONTINUE),
    *(Command.RENAME_CHAT, Command.DELETE_CHAT, Command.EXPORT),
}


class WindowCommands(QObject):
    """Follows the session on screen; `ways` are the commands that lead somewhere in the window.

    Undo takes back what was done in the field that has the keyboard, and where there is nothing,
    what was done last in the pane.
    """

    def __init__(
        self,
        menu: MenuBar,
        ways: Mapping[Command, Callable[[], None]],
        appearance: Appearance,
        pane: ChatPane,
    ) -> None:
        super().__init__(menu)
        self._pane = pane
        pane.undo_changed.connect(self.refresh)
        self._menu = menu
        self._ways = ways
        self._appearance = appearance
        self._session: ChatSession | None = None
        self._unsubscribe: Callable[[], None] = lambda: None
        self._field: QWidget | None = None
        self._is_stale = False
        menu.about_to_open.connect(self._on_about_to_open)
        menu.chosen.connect(self.do)
        menu.scheme_chosen.connect(appearance.choose_scheme)
        theme().changed.connect(self.refresh)  # a key of a disabled entry would do nothing
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus_changed)

    def follow(self, session: ChatSession | None) -> None:
        """Offer what can be done with this chat from now on."""
        self._unsubscribe()
        self._session = session
        if session is None:
            self._unsubscribe = lambda: None
            return
        self._unsubscribe = session.conversation.subscribe(self._on_change)
        self.refresh()

    def refresh(self) -> None:
        """Enable what is possible now."""
        self._is_stale = False
        self._show(self._possible(asks_clipboard=False))

    def do(self, command: Command) -> None:
        """Do what an entry says, if it can be done now."""
        if command not in self._possible(asks_clipboard=False) or self._session is None:
            return
        last = self._last()
        if command in EDITING:
            self._edit(command)
        elif command in SIZING:
            self._appearance.size(command)
        elif command is Command.STOP:
            self._session.stop()
        elif command is Command.RETRY and last is not None:
            self._session.retry(last.id)
        elif command is Command.CONTINUE and last is not None:
            self._session.continue_reply(last.id)
        elif command in self._ways:
            self._ways[command]()

    def _edit(self, command: Command) -> None:
        field = self._living_field()
        if field is not None and command in possible_in(field, asks_clipboard=False):
            do_in(field, command)
        elif command is Command.UNDO:
            self._pane.undo()

    def _show(self, possible: frozenset[Command]) -> None:
        self._menu.show_possible(possible)
        self._menu.show_scheme(self._appearance.scheme)

    def _possible(self, *, asks_clipboard: bool) -> frozenset[Command]:
        sizes = {command for command in SIZING if self._appearance.can_size(command)}
        ways = set(self._ways) - _OF_THIS_CHAT
        in_field = possible_in(self._living_field(), asks_clipboard=asks_clipboard)
        undo = {Command.UNDO} if self._pane.can_undo else set()
        return frozenset(ways | sizes | undo | self._of_this_chat()) | in_field

    def _of_this_chat(self) -> set[Command]:
        last = self._last()
        if self._session is None or last is None:
            return set()
        found = {Command.RENAME_CHAT, Command.DELETE_CHAT, Command.EXPORT}
        if self._session.is_replying:
            return found | {Command.STOP}
        if last.role in (Role.ASSISTANT, Role.USER):  # a question may have lost its reply
            found.add(Command.RETRY)
        if last.ended_early:
            found.add(Command.CONTINUE)
        return found

    def _last(self) -> Message | None:
        path = self._session.conversation.path_ids if self._session is not None else ()
        return self._session.conversation.message(path[-1]) if self._session and path else None

    def _living_field(self) -> QWidget | None:
        if self._field is not None and not shiboken6.isValid(self._field):
            self._field = None
        return self._field

    def _on_focus_changed(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Keep in mind who in this window has the keyboard when the menu is not it."""
        is_menu = isinstance(now, QMenuBar | QMenu)
        if now is not None and not is_menu and now.window() is self._menu.window():
            self._field = now

    def _on_about_to_open(self) -> None:
        self._show(self._possible(asks_clipboard=True))

    def _on_change(self, change: ConversationChange) -> None:
        if not isinstance(change, ReplyGrew) and not self._is_stale:
            self._is_stale = True
            QTimer.singleShot(0, self.refresh)  # the session is not done with it yet
