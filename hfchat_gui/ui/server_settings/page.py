"""The servers' page of the settings: the list, the form, and the way back from a removal."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from hfchat_gui.conversation.errors import Action, ActionKind
from hfchat_gui.conversation.origin import origin_or_none
from hfchat_gui.conversation.servers import Server
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.links import open_link
from hfchat_gui.ui.look.palette import SPACE_M, SPACE_S
from hfchat_gui.ui.ports import WindowPorts
from hfchat_gui.ui.server_settings.form import ServerForm
from hfchat_gui.ui.server_settings.lines import Sentence
from hfchat_gui.ui.server_settings.server_row import ServerRow
from hfchat_gui.ui.wording import cut

_WHAT = "Servers of your own, here or elsewhere. Their models are in the model picker."
_NONE = "No server yet. Add one by its address, such as localhost:11434 for Ollama."


@dataclass(frozen=True, slots=True)
class _Removed:
    server: Server
    was_agreed: bool
    typed_models: tuple[str, ...]


class ServerSettings(QWidget):
    """A removed server is gone at once; Undo brings it back until the page is left.

    Its key stays in the keyring until then, and goes with it, unless another server of the list is
    at the same scheme, host and port: the key is theirs too.
    """

    changed = Signal()

    def __init__(self, ports: WindowPorts, tasks: TaskScope, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ports = ports
        self._tasks = tasks
        self._rows: list[ServerRow] = []
        self._removed: _Removed | None = None
        self._form: ServerForm | None = None
        self._list = QWidget(self)
        self._empty = Sentence(_NONE, "secondary", self._list)
        self._undo_line = QFrame(self._list)
        self._undo_text = Sentence("", "", self._undo_line)
        self._undo = Button("Undo", tip="Bring the server back", parent=self._undo_line)
        self._add = Button(
            "Add a server", icon_name="plus", tip="Add a server by its address", parent=self._list
        )
        self._rows_column = QVBoxLayout()
        self._form_column = QVBoxLayout()
        self._stack = QStackedLayout(self)
        self._lay_out()
        self._add.clicked.connect(self.add_server)
        self._undo.clicked.connect(self._on_undo)
        self.setFocusProxy(self._add)
        self._show_list()

    def add_server(self) -> None:
        """Open the form for a new server."""
        self._open_form(None).focus_address()

    def edit_server(self, address: str) -> None:
        """Open the form for the server at this address; nothing where it is not in the list."""
        server = self._ports.servers.server(address)
        if server is not None:
            self._open_form(server).focus_address()

    def ask_about_plain_http(self, address: str) -> None:
        """Open the form of this origin's server, at whether its key may go unprotected.

        Where it is not in the list, the form is that of a new server.
        """
        place = origin_or_none(address)
        servers = (one for one in self._ports.servers.all if origin_or_none(one.address) == place)
        server = next(servers, None)
        form = self._open_form(server)
        if server is None:
            form.fill_address(address)
        form.focus_unprotected()

    def _lay_out(self) -> None:
        self._undo_line.setObjectName("found")
        undo = QHBoxLayout(self._undo_line)
        undo.setContentsMargins(SPACE_M, SPACE_S, SPACE_S, SPACE_S)
        undo.addWidget(self._undo_text, 1)
        undo.addWidget(self._undo)
        self._undo_line.hide()
        self._rows_column.setSpacing(SPACE_S)
        inside = QVBoxLayout(self._list)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(SPACE_M)
        inside.addWidget(Sentence(_WHAT, "secondary", self._list))
        inside.addWidget(self._empty)
        inside.addLayout(self._rows_column)
        inside.addWidget(self._undo_line)
        inside.addWidget(self._add, 0, Qt.AlignmentFlag.AlignLeft)
        inside.addStretch(1)
        self._stack.addWidget(_scrolling(self._list, self))
        form = QWidget(self)
        form.setLayout(self._form_column)
        self._form_column.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(_scrolling(form, self))

    def _show_list(self) -> None:
        for row in self._rows:
            row.check.stop()
            row.hide()
            row.deleteLater()
        self._rows = [self._row(server) for server in self._ports.servers.all]
        for row in self._rows:
            self._rows_column.addWidget(row)
        self._empty.setVisible(not self._rows)
        self._stack.setCurrentIndex(0)

    def _row(self, server: Server) -> ServerRow:
        row = ServerRow(server, self._ports.server_check, self._tasks, self._list)
        row.edit_requested.connect(self._on_edit)
        row.remove_requested.connect(self._on_remove)
        row.action_requested.connect(self._on_row_action)
        return row

    def _open_form(self, server: Server | None) -> ServerForm:
        self._close_form()
        for row in self._rows:
            row.check.stop()
        self._form = ServerForm(self._ports, self._tasks, server, self)
        self._form.done.connect(self._on_form_done)
        self._form_column.addWidget(self._form)
        self._stack.setCurrentIndex(1)
        return self._form

    def _close_form(self) -> None:
        if self._form is not None:
            self._form.leave()
            self._form.hide()
            self._form.deleteLater()
            self._form = None

    # What the person does.

    def _on_edit(self, server: Server) -> None:
        self.edit_server(server.address)

    def _on_form_done(self, saved: Server | None) -> None:
        before = self._form.before if self._form else None
        self._close_form()
        if saved is not None and before is not None:
            self._drop_key(before.address)
        self._show_list()
        place = saved or before
        row = next(
            (one for one in self._rows if place and one.server.address == place.address), None
        )
        if row is not None:
            row.focus_edit()
        else:
            self._add.setFocus()
        if saved is not None:
            self.changed.emit()

    def _on_remove(self, server: Server) -> None:
        self._settle()
        agreed = self._ports.preferences.token_allowed(server.address)
        typed = tuple(self._ports.servers.typed_models(server.address))
        self._removed = _Removed(server, agreed, typed)
        self._ports.servers.remove(server.address)
        self._undo_text.say(f"{cut(server.name)} is removed.")
        self._undo.setAccessibleName(f"Undo the removal of {cut(server.name)}")
        self._undo_line.show()
        self._show_list()
        self._undo.setFocus()
        self.changed.emit()

    def _on_undo(self) -> None:
        removed, self._removed = self._removed, None
        self._undo_line.hide()
        if removed is None:
            return
        self._ports.servers.put(removed.server)
        for name in reversed(removed.typed_models):
            self._ports.servers.remember_model(removed.server.address, name)
        if removed.was_agreed:
            self._ports.preferences.allow_token(removed.server.address, True)
        self._show_list()
        self._add.setFocus()
        self.changed.emit()

    def _on_row_action(self, server: Server, action: Action) -> None:
        if action.kind is ActionKind.OPEN_PAGE:
            open_link(action.target)
        elif action.kind is ActionKind.RETRY:
            next(row for row in self._rows if row.server == server).test()
        elif action.kind is ActionKind.OPEN_SETTINGS and action.target:
            self._open_form(server).focus_unprotected()
        elif action.kind is ActionKind.OPEN_SETTINGS:
            self._open_form(server).focus_key()
        else:
            self.edit_server(server.address)

    # What follows.

    def _settle(self) -> None:
        """Let a removal hold: its key goes too."""
        removed, self._removed = self._removed, None
        self._undo_line.hide()
        if removed is not None:
            self._drop_key(removed.server.address)

    def _drop_key(self, address: str) -> None:
        place = origin_or_none(address)
        if all(origin_or_none(one.address) != place for one in self._ports.servers.all):
            self._tasks.start(self._remove_key(address), "remove a server's key")

    async def _remove_key(self, address: str) -> None:
        await self._ports.server_keys.remove(address)

    # Qt's own names.

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if event.spontaneous():  # the window is only minimised
            return
        for row in self._rows:
            row.check.stop()
        self._close_form()
        self._stack.setCurrentIndex(0)
        self._settle()


def _scrolling(content: QWidget, parent: QWidget) -> QScrollArea:
    area = QScrollArea(parent)
    area.setWidget(content)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.viewport().setAutoFillBackground(False)
    content.setAutoFillBackground(False)
    return area
