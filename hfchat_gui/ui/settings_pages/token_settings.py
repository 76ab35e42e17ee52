"""The token's part of the settings: what is there, a field for another one, and found ones."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from hfchat_gui.conversation.errors import TokenMalformed
from hfchat_gui.conversation.ports import FoundToken, Preferences, TokenKeeper, TokenStatus
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.controls.link_label import LinkLabel
from hfchat_gui.ui.controls.sentence import Sentence
from hfchat_gui.ui.links import open_link
from hfchat_gui.ui.look.palette import SPACE_M, SPACE_S
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.settings_pages.payer_field import PayerField
from hfchat_gui.ui.wording import ASKING_KEYRING, where_kept

PAGE = "https://huggingface.co/settings/tokens"
_WHY = "A token lets larger models answer, on Hugging Face. The model on this computer needs none."


class TokenSettings(QWidget):
    """Asks the keeper in the background; the text that was typed is gone at once after Save.

    What is no token comes back into the field, where it can be put right.
    """

    def __init__(
        self,
        tokens: TokenKeeper,
        preferences: Preferences,
        tasks: TaskScope,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._tasks = tasks
        self._why = Sentence(_WHY, "secondary", self)
        self._state = Sentence(ASKING_KEYRING, parent=self)
        self._problem = Sentence("", "danger", self)
        self._status: TokenStatus | None = None
        self._changed = False
        self._field = QLineEdit(self)
        self._save = Button("Save", kind="primary", tip="Keep this token (Enter)", parent=self)
        self._remove = Button("Remove", icon_name="trash-2", tip="Remove the token", parent=self)
        self._link = LinkLabel(self)
        self._payer = PayerField(preferences, self)
        self._found = QVBoxLayout()
        self._offered: list[FoundToken] = []
        self._found_rows: list[QWidget] = []
        self._build()
        self._write_link()
        self.setFocusProxy(self._field)
        tasks.start(self._list_found(), "found tokens")  # though the keyring may be slow
        tasks.start(self._ask(self._tokens.status()), "token status")

    @property
    def changed(self) -> bool:
        """Whether the token is another one than at first, or is there no more."""
        return self._changed

    @property
    def present(self) -> bool:
        """Whether there is a token, as far as the keyring has answered."""
        return self._status is not None and self._status.present

    @property
    def unkept(self) -> str:
        """What to say before what is typed is lost, "" where nothing is."""
        if self._field.text().strip():
            return "The token in the field is not saved."
        return self._payer.unkept

    def point_out(self) -> None:
        """Go on with what is typed."""
        field = self._field if self._field.text().strip() else self._payer.field
        field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self) -> None:
        self._field.setEchoMode(QLineEdit.EchoMode.Password)
        self._field.setAccessibleName("Hugging Face token")
        self._field.setToolTip("A token of your Hugging Face account (Enter keeps it)")
        self._field.setPlaceholderText("hf_…")
        self._field.setInputMethodHints(
            Qt.InputMethodHint.ImhSensitiveData | Qt.InputMethodHint.ImhNoPredictiveText
        )
        self._field.returnPressed.connect(self._on_save)
        self._field.textChanged.connect(self._on_typed)
        self._save.clicked.connect(self._on_save)
        self._remove.clicked.connect(self._on_remove)
        self._link.linkActivated.connect(open_link)
        theme().changed.connect(self._write_link)
        self._save.setEnabled(False)
        self._remove.hide()
        self._found.setSpacing(SPACE_S)
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addWidget(self._field, 1)
        row.addWidget(self._save)
        row.addWidget(self._remove)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_M)
        column.addWidget(self._why)
        column.addWidget(self._state)
        column.addLayout(row)
        column.addWidget(self._problem)
        column.addLayout(self._found)
        column.addWidget(self._link)
        column.addWidget(self._payer)
        column.addStretch(1)

    def _write_link(self) -> None:
        self._link.write("", "Create a token on huggingface.co", PAGE)

    def _on_typed(self, text: str) -> None:
        self._save.setEnabled(bool(text.strip()))

    def _on_save(self) -> None:
        text = self._field.text()
        self._field.clear()
        if text.strip():
            self._tasks.start(self._keep(text), "save the token")

    def _on_remove(self) -> None:
        self._tasks.start(self._change(self._tokens.remove()), "remove the token")

    async def _keep(self, text: str) -> None:
        try:
            await self._change(self._tokens.save(text))
        except TokenMalformed as error:
            if not self._field.text():
                self._field.setText(text)
            self._refuse(error)

    async def _adopt(self, token: FoundToken) -> None:
        try:
            await self._change(self._tokens.adopt(token))
        except TokenMalformed as error:
            self._refuse(error)
            await self._list_found()

    def _refuse(self, error: TokenMalformed) -> None:
        if self._status is not None:
            self._state.say(_words(self._status))
        self._problem.say(error.user_text)

    async def _change(self, question: Coroutine[Any, Any, TokenStatus]) -> None:
        await self._ask(question)
        self._changed = True

    async def _ask(self, question: Coroutine[Any, Any, TokenStatus]) -> None:
        self._state.say(ASKING_KEYRING)
        self._problem.say("")
        self._show(await question)
        await self._list_found()

    def _show(self, status: TokenStatus) -> None:
        self._status = status
        self._state.say(_words(status))
        self._remove.setVisible(status.present)
        self._save.setText("Replace" if status.present else "Save")
        self._problem.say(status.problem)

    async def _list_found(self) -> None:
        """Offer what other tools left and is not ours already."""
        found = list(await self._tokens.found())
        if found == self._offered:
            return
        self._offered = found
        for row in self._found_rows:
            self._found.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._found_rows = [self._found_row(token) for token in found]
        for row in self._found_rows:
            self._found.addWidget(row)

    def _found_row(self, token: FoundToken) -> QWidget:
        frame = QFrame(self)
        frame.setObjectName("found")
        use = Button("Use it", tip="Keep this token in the system keyring", parent=frame)
        use.setAccessibleName(f"Use the token in {token.place}")
        use.clicked.connect(lambda: self._tasks.start(self._adopt(token), "adopt a token"))
        row = QHBoxLayout(frame)
        row.setContentsMargins(SPACE_M, SPACE_S, SPACE_S, SPACE_S)
        words = f"Found in {token.place}, ending in …{token.ending}"
        row.addWidget(Sentence(words, parent=frame), 1)
        row.addWidget(use)
        return frame


def _words(status: TokenStatus) -> str:
    return where_kept("token", status) or "No token yet."
