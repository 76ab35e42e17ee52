"""The form in which a server is added or changed."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from hfchat_gui.conversation.error_record import Action, ActionKind
from hfchat_gui.conversation.errors import BadAddress, TokenMalformed
from hfchat_gui.conversation.model_ref import Source
from hfchat_gui.conversation.origin import origin_or_none
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.conversation.server_removal import ServerRemoval
from hfchat_gui.conversation.servers import Server, ServerReport
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.controls.sentence import Sentence
from hfchat_gui.ui.ports import WindowPorts
from hfchat_gui.ui.server_settings.check_line import CheckLine, leads_elsewhere
from hfchat_gui.ui.server_settings.form_layout import FormLayout
from hfchat_gui.ui.server_settings.key_field import KeyField
from hfchat_gui.ui.server_settings.kind_field import KindField
from hfchat_gui.ui.server_settings.token_consent import TokenConsent
from hfchat_gui.ui.server_settings.unprotected_consent import UnprotectedConsent
from hfchat_gui.ui.wording import cut

_PAUSE = 400  # milliseconds without a key press before the keyring is asked about an address
_NO_SERVER = "It needs no server here: choose its models in the model picker, under Hugging Face."


class ServerForm(QWidget):
    """Empty for a new server, or filled with the one that is changed.

    A key that is typed is kept when the server is saved; a test sends it and keeps nothing. `done`
    says how the form was left. Where it is left without saving, what was agreed for a test is
    withdrawn, and no key stays for a server that is not in the list. `action_requested`: a test's
    failure asks for what another page of the settings has.
    """

    done = Signal(object)  # the Server that was saved, or None
    saved = Signal(str)  # the address whose server or key was
    action_requested = Signal(object)  # Action
    asks_to_leave = Signal()  # by Esc, with something in it that is not saved

    def __init__(
        self, ports: WindowPorts, tasks: TaskScope, server: Server | None, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._ports = ports
        self._tasks = tasks
        self._removal = ServerRemoval(ports.servers, ports.server_keys, ports.preferences)
        self._left = False
        self.before = server
        self._kept_for: dict[str, tuple[bool, bool]] = {}  # tested here, and the consents before
        self._address = QLineEdit(self)
        self._name = QLineEdit(self)
        self._kind = KindField(self)
        self._problem = Sentence("", "danger", self)
        self._note = Sentence("", "secondary", self)
        self._key = KeyField(ports.server_keys, tasks, self)
        self._key_note = Sentence("", "secondary", self)
        self._consent = TokenConsent(ports.preferences, self)
        self._unprotected = UnprotectedConsent(ports.preferences, self)
        self._check = CheckLine(ports.server_check, tasks, self)
        self._pause = QTimer(self, interval=_PAUSE, singleShot=True)
        self._fill()
        self._lay_out()
        self._connect()
        self._show_place()
        self._first = self._entered

    @property
    def key_problem(self) -> str:
        """Why the keyring does not keep the key, "" where it does."""
        return self._key.problem

    def focus_address(self) -> None:
        """Put the keyboard into the address, all of it selected."""
        self._address.setFocus(Qt.FocusReason.OtherFocusReason)
        self._address.selectAll()

    def follow(self, action: Action) -> None:
        """Put the keyboard where the matter of this action is settled: the address, if nowhere."""
        if action.kind is ActionKind.ALLOW_PLAIN_HTTP:
            self._show_place()
            self._unprotected.focus()
        elif action.kind is ActionKind.OPEN_SETTINGS:
            self._key.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.focus_address()

    def fill_address(self, address: str) -> None:
        """Put an address into the form of a new server."""
        self._address.setText(address)
        self._first = self._entered

    @property
    def unkept(self) -> str:
        """What to say before what was entered is lost, "" where nothing was."""
        ticked = self._consent.is_begun or self._unprotected.is_begun
        if self._entered == self._first and not self._key.is_typed and not ticked:
            return ""
        if self.before is None:
            return "The server that you have begun to add is not saved."
        return f"What you have changed of {cut(self.before.name)} is not saved."

    @property
    def _entered(self) -> tuple[str, str, str]:
        return self._address.text().strip(), self._name.text().strip(), self._kind.kind

    def go_on(self) -> None:
        """Put the keyboard where it was last, or into the address."""
        part: QWidget | None = self.focusWidget()
        (self._address if part is None else part).setFocus(Qt.FocusReason.OtherFocusReason)

    def pause(self) -> None:
        """Ask nothing more of the server, while something else is in front."""
        self._check.stop()

    def cancel(self) -> None:
        """Leave without saving."""
        self.leave()
        self.done.emit(None)

    def leave(self) -> None:
        """End what runs, and drop what was kept for a server that is not in the list."""
        self._left = True
        self._pause.stop()
        self._check.stop()
        self._key.leave()
        self._drop_kept()

    def _drop_kept(self) -> None:
        for address, (token, unprotected) in self._kept_for.items():
            if self._ports.preferences.token_allowed(address) != token:
                self._ports.preferences.allow_token(address, token)
            self._ports.preferences.allow_unprotected(address, unprotected)
            self._tasks.start(self._removal.drop_key(address), "drop a key")
        self._kept_for.clear()

    def _fill(self) -> None:
        self._address.setAccessibleName("Address")
        self._address.setPlaceholderText("Address of the server, such as localhost:8080")
        self._address.setToolTip("The server's address, as it was given to you")
        self._name.setAccessibleName("Name")
        self._name.setToolTip("What the server is called in the model picker")
        if self.before is not None:
            self._address.setText(self.before.address)
            self._name.setText(self.before.name)
            self._kind.choose(self.before.kind)

    def _lay_out(self) -> None:
        self._layout = FormLayout(self, "Edit server" if self.before else "Add a server")
        self._layout.add_field("Address", self._address, self._problem, self._note)
        self._layout.add_field("Name", self._name)
        self._layout.add_field("Kind", self._kind)
        self._layout.add_field("Key", self._key, self._key_note, self._consent, self._unprotected)
        self._layout.add_buttons(self._check)

    def _connect(self) -> None:
        self._address.textChanged.connect(self._on_address_typed)
        self._address.editingFinished.connect(self._on_address_finished)
        self._pause.timeout.connect(self._show_place)
        for field in (self._address, self._name):
            field.returnPressed.connect(self._on_save)
        self._key.submitted.connect(self._on_save)
        self._key.changed.connect(self._on_key_changed)
        self._key.answered.connect(self._show_consent)
        self._layout.save.clicked.connect(self._on_save)
        self._layout.test.clicked.connect(self._on_test)
        self._layout.cancel.clicked.connect(self.cancel)
        self._check.reported.connect(self._on_reported)
        self._check.retry_requested.connect(self._on_test)
        self._check.action_requested.connect(self._on_check_action)

    # What is typed.

    def _on_address_typed(self) -> None:
        self._problem.say("")
        self._note.say("")
        self._check.stop()
        self._kind.forget_found()
        self._name.setPlaceholderText(_host(self._read_quietly()))
        self._pause.start()

    def _on_address_finished(self) -> None:
        self._take_key()
        if self._pause.isActive():
            self._pause.stop()
            self._show_place()

    def _take_key(self) -> None:
        """Take a password out of the address, into the field that shows no letters."""
        try:
            meant = self._ports.catalogue.typed(self._address.text())
        except BadAddress:
            return
        if meant.key is not None:
            self._key.fill(meant.key)
            self._address.setText(meant.ref.address)
            self._note.say(meant.note)

    def _show_place(self) -> None:
        address = self._read_quietly()
        self._name.setPlaceholderText(_host(address))
        self._key.show_address(address)
        self._key_note.say(self._words_on_key(address))
        self._show_consent()

    def _show_consent(self) -> None:
        address = self._read_quietly()
        self._consent.show_address(address, has_key=self._key.present)
        self._unprotected.show_address(address)

    def _words_on_key(self, address: str) -> str:
        before = origin_or_none(self.before.address) if self.before else None
        if before is None or origin_or_none(address) in (None, before):
            return ""
        return (
            f"A key belongs to one address. That of {cut(before.place)} does not go to the new "
            "one: enter it again, if it is the same."
        )

    def _read_quietly(self) -> str:
        try:
            return self._ports.catalogue.address(self._address.text())
        except BadAddress:
            return ""

    def _server(self) -> Server | None:
        """Return the server as it is filled in, or say at the field why it is none."""
        self._take_key()
        text = self._address.text()
        try:
            meant = self._ports.catalogue.typed(text)
            if meant.note and meant.ref.source is Source.ROUTER:
                self._refuse(f"{meant.note} {_NO_SERVER}")
                return None
            address = self._ports.catalogue.address(text)
        except BadAddress as error:
            self._refuse(error.user_text)
            return None
        if meant.note:
            self._note.say(meant.note)
        known = self._ports.servers.server(address)
        if known is not None and (self.before is None or address != self.before.address):
            self._refuse(f"This address is in the list already, as {cut(known.name)}.")
            return None
        name = self._name.text().strip() or _host(address)
        return Server(name, address, self._kind.kind)

    def _refuse(self, words: str) -> None:
        self._problem.say(words)
        self._address.setFocus()

    # What is pressed.

    def _on_test(self) -> None:
        server = self._server()
        if server is None:
            return
        self._key.show_address(server.address)
        try:
            key = self._key.usable()
        except TokenMalformed:  # said at its field
            return
        self._kind.forget_found()
        self._agree(server)
        agreed = self._ports.preferences.unprotected_allowed(server.address)
        self._check.start(server, key and Secret(key.reveal(), may_be_read=agreed))

    def _on_save(self) -> None:
        server = self._server()
        if server is not None:
            self._tasks.start(self._save(server), "save a server")

    async def _save(self, server: Server) -> None:
        self._note_agreed(server.address)
        self._key.show_address(server.address)
        is_kept = await self._key.keep()
        if self._left:
            self._drop_kept()
        if self._left or not is_kept:
            return
        self._agree(server)
        before = self.before.address if self.before else ""
        self._kept_for.clear()
        self._ports.servers.put(server, instead_of=before)
        self.leave()
        self.saved.emit(server.address)
        self.done.emit(server)

    def _note_agreed(self, address: str) -> None:
        preferences = self._ports.preferences
        agreed = preferences.token_allowed(address), preferences.unprotected_allowed(address)
        self._kept_for.setdefault(address, agreed)

    def _agree(self, server: Server) -> None:
        self._note_agreed(server.address)
        self._consent.show_address(server.address, has_key=self._key.present)
        self._consent.keep()
        self._unprotected.show_address(server.address)
        self._unprotected.keep()

    def _on_key_changed(self) -> None:
        address = self._read_quietly()
        self.saved.emit(address)
        if address:
            self._note_agreed(address)
        self._check.stop()
        self._show_consent()

    def _on_reported(self, report: ServerReport) -> None:
        self._kind.show_found(report.facts.server)

    def _on_check_action(self, action: Action) -> None:
        if leads_elsewhere(action):
            self.action_requested.emit(action)
        else:
            self.follow(action)

    # Qt's own names.

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.asks_to_leave.emit() if self.unkept else self.cancel()
        else:
            super().keyPressEvent(event)


def _host(address: str) -> str:
    place = origin_or_none(address)
    return cut(place.place) if place else ""
