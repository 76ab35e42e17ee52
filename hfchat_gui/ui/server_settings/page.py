"""The servers' page of the settings: the list, the form, and the way back from a removal."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from hfchat_gui.conversation.error_record import Action
from hfchat_gui.conversation.origin import Origin, origin_or_none
from hfchat_gui.conversation.server_removal import RemovedServer, ServerRemoval
from hfchat_gui.conversation.servers import Server
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.controls.sentence import Sentence
from hfchat_gui.ui.controls.sheet import scrolling
from hfchat_gui.ui.look.palette import SPACE_M, SPACE_S
from hfchat_gui.ui.ports import WindowPorts
from hfchat_gui.ui.server_settings.check_line import leads_elsewhere
from hfchat_gui.ui.server_settings.form import ServerForm
from hfchat_gui.ui.server_settings.server_row import ServerRow
from hfchat_gui.ui.wording import cut

_WHAT = "Servers of your own, here or elsewhere. Their models are in the model picker."
_NONE = "No server yet. Add one by its address, such as localhost:11434 for Ollama."


class ServerSettings(QWidget):
    """A removed server is gone at once; Undo brings it back until the page is left.

    Its key stays in the keyring until then, and goes with it. `action_requested`: a test's failure
    asks for what another page of the settings has. `asks_before`: something would be lost, as the
    words say; the call after them loses it.
    """

    action_requested = Signal(object)  # Action
    asks_before = Signal(str, object)

    def __init__(self, ports: WindowPorts, tasks: TaskScope, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ports = ports
        self._tasks = tasks
        self._rows: list[ServerRow] = []
        self._removal = ServerRemoval(ports.servers, ports.server_keys, ports.preferences)
        self._removed: RemovedServer | None = None
        self._saved: set[Origin | None] = set()
        self._form: ServerForm | None = None
        self._list = QWidget(self)
        self._empty = Sentence(_NONE, "secondary", self._list)
        self._not_kept = Sentence("", "danger", self._list)
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

    def follow(self, action: Action) -> None:
        """Open the form of the server that an action is about, at what the action asks for.

        Where no server of that scheme, host and port is in the list, the form is that of a new one.
        """
        server = self._ports.servers.server(action.target) or self._at_origin(action.target)
        form = self._open_form(server)
        if server is None:
            form.fill_address(action.target)
        form.follow(action)

    @property
    def unkept(self) -> str:
        """What to say before what was entered is lost, "" where nothing was."""
        return self._form.unkept if self._form is not None else ""

    def point_out(self) -> None:
        """Go on with what was entered."""
        if self._form is not None:
            self._form.go_on()

    def has_saved(self, address: str) -> bool:
        """Whether a server or a key of this scheme, host and port was saved in here."""
        return origin_or_none(address) in self._saved

    def _at_origin(self, address: str) -> Server | None:
        place = origin_or_none(address)
        found = (one for one in self._ports.servers.all if origin_or_none(one.address) == place)
        return next(found, None)

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
        inside.addWidget(self._not_kept)
        inside.addWidget(self._undo_line)
        inside.addWidget(self._add, 0, Qt.AlignmentFlag.AlignLeft)
        inside.addStretch(1)
        self._stack.addWidget(scrolling(self._list, self))
        form = QWidget(self)
        form.setLayout(self._form_column)
        self._form_column.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(form)

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
        self._form.asks_to_leave.connect(self._on_leaving)
        self._form.saved.connect(self._on_saved)
        self._form.action_requested.connect(self.action_requested)
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

    def _on_leaving(self) -> None:
        if self._form is not None:
            self.asks_before.emit(self._form.unkept, self._form.cancel)

    def _on_saved(self, address: str) -> None:
        self._saved.add(origin_or_none(address))

    def _on_form_done(self, saved: Server | None) -> None:
        before = self._form.before if self._form else None
        self._not_kept.say(self._form.key_problem if self._form and saved else "")
        self._close_form()
        if saved is not None and before is not None:
            self._drop_key(before.address)
        self._show_list()
        self._focus_row(saved or before)

    def _on_remove(self, server: Server) -> None:
        self._settle()
        self._removed = self._removal.remove(server)
        self._show_list()
        self._offer_undo(cut(server.name))

    def _on_undo(self) -> None:
        removed = self._take_removed()
        if removed is not None:
            self._removal.bring_back(removed)
            self._show_list()
        self._add.setFocus()

    def _on_row_action(self, server: Server, action: Action) -> None:
        if leads_elsewhere(action):
            self.action_requested.emit(action)
        else:
            self._open_form(server).follow(action)

    # What follows.

    def _focus_row(self, server: Server | None) -> None:
        """Put the keyboard on this server's row, or on the way to a new one."""
        address = server.address if server else ""
        row = next((one for one in self._rows if one.server.address == address), None)
        if row is not None:
            row.focus_edit()
        else:
            self._add.setFocus()

    def _offer_undo(self, name: str) -> None:
        self._undo_text.say(f"{name} is removed.")
        self._undo.setAccessibleName(f"Undo the removal of {name}")
        self._undo_line.show()
        self._undo.setFocus()

    def _take_removed(self) -> RemovedServer | None:
        removed, self._removed = self._removed, None
        self._undo_line.hide()
        return removed

    def _settle(self) -> None:
        """Let a removal hold: its key goes too."""
        removed = self._take_removed()
        if removed is not None:
            self._drop_key(removed.server.address)

    def _drop_key(self, address: str) -> None:
        self._tasks.start(self._removal.drop_key(address), "remove a server's key")

    # Qt's own names.

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if event.spontaneous():  # the window is only minimised
            return
        for row in self._rows:
            row.check.stop()
        is_turned = self.window().isVisible()  # only another page is in front
        if self._form is not None and is_turned and self._form.unkept:
            self._form.pause()
        else:
            self._close_form()
            self._stack.setCurrentIndex(0)
        self._settle()
