"""What can be said of a server before it is used: a model's name, and whether it gets the token."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import Preferences
from hfchat_gui.ui.buttons import Button
from hfchat_gui.ui.check_box import CheckBox
from hfchat_gui.ui.model_picker.offers import Offer, may_take_token
from hfchat_gui.ui.palette import SPACE_S
from hfchat_gui.ui.wording import cut


class AddressOptions(QWidget):
    """Shown below the list while the current offer is a server.

    The agreement to send the token is the person's alone: it is off until they tick it, is offered
    where the token cannot be read on its way, and is withdrawn the moment the tick is taken away.
    """

    confirmed = Signal()
    forgotten = Signal(str)

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._offer: Offer | None = None
        self._name = QLineEdit(self)
        self._name.setAccessibleName("Model name at this server")
        self._name.setPlaceholderText("Model name (optional: else the first that it lists)")
        self._name.returnPressed.connect(self.confirmed)
        self._token = CheckBox("Send my Hugging Face token to this address", self)
        self._token.clicked.connect(self._on_token_clicked)
        self._no_token = QLabel("Your Hugging Face token is never sent over plain http.", self)
        self._no_token.setProperty("tone", "secondary")
        self._forget = Button("Forget", icon_name="trash-2", parent=self)
        self._forget.setToolTip("Forget this address and what was agreed for it")
        self._forget.clicked.connect(self._on_forget)
        self._lay_out()
        self.hide()

    def show_offer(self, offer: Offer | None) -> None:
        """Show what holds for this offer; hide for one that is no server."""
        self._offer = offer if offer and offer.model.source is Source.ADDRESS else None
        self.setVisible(self._offer is not None)
        if self._offer is None:
            return
        address = self._offer.model.address
        self._name.setText(cut(self._offer.model.name))
        offered = may_take_token(address)
        self._token.setVisible(offered)
        self._no_token.setVisible(not offered)
        self._token.setChecked(offered and self._preferences.token_allowed(address))
        self._forget.setVisible(self._offer.is_known)

    def model(self) -> ModelRef:
        """Return the server's model as it is filled in here, and keep what was agreed."""
        if self._offer is None:
            raise LookupError("no server is current")
        address = self._offer.model.address
        if self._token.isChecked() != self._preferences.token_allowed(address):
            self._preferences.allow_token(address, self._token.isChecked())
        typed = self._name.text().strip()
        name = typed if self._name.isModified() else self._offer.model.name
        return ModelRef(Source.ADDRESS, name, address)

    def _on_token_clicked(self, allowed: bool) -> None:
        if self._offer is not None and self._offer.is_known:
            self._preferences.allow_token(self._offer.model.address, allowed)

    def _on_forget(self) -> None:
        if self._offer is not None:
            self.forgotten.emit(self._offer.model.address)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addWidget(self._name, 1)
        row.addWidget(self._forget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE_S, 0, 0)
        column.setSpacing(SPACE_S)
        column.addLayout(row)
        column.addWidget(self._token, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._no_token)
