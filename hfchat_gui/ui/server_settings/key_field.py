"""The key of one server: whether there is one, a field for another, and its removal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from hfchat_gui.conversation.errors import TokenMalformed
from hfchat_gui.conversation.origin import origin_or_none
from hfchat_gui.conversation.ports import TokenStatus
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.conversation.servers import ServerKeys
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.controls.sentence import Sentence
from hfchat_gui.ui.look.palette import SPACE_S, SPACE_XS
from hfchat_gui.ui.wording import ASKING_KEYRING, where_kept


class KeyField(QWidget):
    """Asks the keyring in the background. A key that is kept is gone from the field at once.

    `changed`: a key was kept or removed, and whether there is one now. `answered`: the keyring has
    said whether there is one. `submitted`: Enter. `grew`: more or less
    is said or offered.
    """

    changed = Signal(bool)
    answered = Signal(bool)
    submitted = Signal()
    grew = Signal()

    def __init__(self, keys: ServerKeys, tasks: TaskScope, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = keys
        self._tasks = tasks
        self._address = ""
        self._status = TokenStatus(present=False)
        self._left = False
        self._state = Sentence("", "secondary", self)
        self._problem = Sentence("", "danger", self)
        self._field = QLineEdit(self)
        self._keep = Button("Keep key", tip="Keep this key in the system keyring", parent=self)
        self._remove = Button(
            "Remove key", tip="Remove the key from the system keyring", parent=self
        )
        self._build()

    @property
    def present(self) -> bool:
        """Whether there is a key for the address, as far as the keyring has answered."""
        return self._status.present

    @property
    def is_typed(self) -> bool:
        """Whether a key stands in the field that is not kept yet."""
        return bool(self._field.text().strip())

    def show_address(self, address: str) -> None:
        """Say whether there is a key for this address ("" for none); what is typed stays."""
        if address == self._address and not self._left:
            return
        is_same_place = origin_or_none(address) == origin_or_none(self._address) is not None
        self._address = address
        if is_same_place:
            return
        self._show(TokenStatus(present=False))
        self._state.say("")
        if address:
            self._tasks.start(self._ask(address, self._keys.status), "key status")

    @property
    def problem(self) -> str:
        """Why the keyring does not keep the key, as far as it has answered; "" for no reason."""
        return self._status.problem if self._status.present else ""

    def fill(self, key: Secret) -> None:
        """Put a key into the field, as if it were typed."""
        self._field.setText(key.reveal())

    def clear(self) -> None:
        """Forget what is typed."""
        self._field.clear()
        self._problem.say("")

    def leave(self) -> None:
        """Show no more answers, since this goes; what is being kept is kept all the same."""
        self._left = True

    def usable(self) -> Secret | None:
        """Return what is typed, None for nothing; raise `TokenMalformed`, said here, for no key."""
        if not self.is_typed or not self._address:
            return None
        try:
            return self._keys.typed(self._address, self._field.text())
        except TokenMalformed as error:
            self._refuse(error.user_text)
            raise

    async def keep(self) -> bool:
        """Keep what is typed, if anything; return False where it is no key, which is then said."""
        return await self._keep_key(self._field.text(), self._address)

    async def _keep_key(self, text: str, address: str) -> bool:
        if self._left:
            return False
        if not text.strip() or not address:
            return True
        self._field.clear()
        try:
            await self._ask(address, lambda place: self._keys.save(place, text))
        except TokenMalformed as error:
            if self._shows(address):
                self._state.say(where_kept("key", self._status))
                self._field.setText(self._field.text() or text)
                self._refuse(error.user_text)
            return False
        if not self._left:
            self.changed.emit(True)
        return True

    def _refuse(self, words: str) -> None:
        self._field.setFocus()
        self._problem.say(words)
        self.grew.emit()

    def _build(self) -> None:
        self._field.setEchoMode(QLineEdit.EchoMode.Password)
        self._field.setAccessibleName("Key of this server")
        self._field.setPlaceholderText("Key of this server (if it wants one)")
        self._field.setToolTip("A key that this server alone is sent, and no other")
        self._field.setInputMethodHints(
            Qt.InputMethodHint.ImhSensitiveData | Qt.InputMethodHint.ImhNoPredictiveText
        )
        self._field.textChanged.connect(self._on_typed)
        self._field.returnPressed.connect(self.submitted)
        self._keep.clicked.connect(self._on_keep)
        self._remove.clicked.connect(self._on_remove)
        self._keep.hide()
        self._remove.hide()
        self.setFocusProxy(self._field)
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addWidget(self._field, 1)
        row.addWidget(self._keep)
        row.addWidget(self._remove)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_XS)
        column.addLayout(row)
        column.addWidget(self._state)
        column.addWidget(self._problem)

    def _on_typed(self) -> None:
        self._keep.setVisible(self.is_typed)
        if self.is_typed:
            self._problem.say("")
        self.grew.emit()

    def _on_keep(self) -> None:
        self._tasks.start(self._keep_typed(self._field.text(), self._address), "keep a key")

    async def _keep_typed(self, text: str, address: str) -> None:
        await self._keep_key(text, address)

    def _on_remove(self) -> None:
        self._tasks.start(self._drop(self._address), "remove a key")

    async def _drop(self, address: str) -> None:
        await self._ask(address, self._keys.remove)
        if not self._left:
            self.changed.emit(self.present)

    def _shows(self, address: str) -> bool:
        """Whether the key of this server is still what is shown."""
        if self._left or not self._address:
            return False
        is_same_place = origin_or_none(address) == origin_or_none(self._address) is not None
        return address == self._address or is_same_place

    async def _ask(self, address: str, question: Callable[[str], Awaitable[TokenStatus]]) -> None:
        """Ask about this server, which need not be the one that is shown by now."""
        if self._shows(address):
            self._state.say(ASKING_KEYRING)
            self.grew.emit()
        status = await question(address)
        if self._shows(address):
            self._show(status)
            self.answered.emit(self.present)
            self.grew.emit()

    def _show(self, status: TokenStatus) -> None:
        self._status = status
        self._state.say(where_kept("key", status))
        self._problem.say(status.problem)
        self._remove.setVisible(status.present)
        self._keep.setText("Replace key" if status.present else "Keep key")
