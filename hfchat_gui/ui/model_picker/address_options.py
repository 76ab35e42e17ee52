"""What can be said of a server before it is used: a model's name, its key, and the token."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.controls.sentence import Sentence
from hfchat_gui.ui.look.palette import SPACE_S
from hfchat_gui.ui.model_picker.offers import Offer
from hfchat_gui.ui.ports import WindowPorts
from hfchat_gui.ui.server_names import place_of
from hfchat_gui.ui.server_settings.key_field import KeyField
from hfchat_gui.ui.server_settings.token_consent import TokenConsent
from hfchat_gui.ui.wording import cut


class AddressOptions(QWidget):
    """Shown below the list while the current offer is at a server.

    `confirmed`: Enter in one of the fields. `changed`: what the server may be told has changed, so
    that it may answer otherwise (its address). `grew`: more or less is said here.
    """

    confirmed = Signal()
    changed = Signal(str)
    grew = Signal()

    def __init__(self, ports: WindowPorts, tasks: TaskScope, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._servers = ports.servers
        self._offer: Offer | None = None
        self._whose = Sentence("", "secondary", self)
        self._name = QLineEdit(self)
        self._name.setAccessibleName("Model name at this server")
        self._name.setToolTip(
            "The model as this server calls it; without a name, the one that it offers first"
        )
        self._name.setPlaceholderText("Model name (optional)")
        self._key = KeyField(ports.server_keys, tasks, self)
        self._consent = TokenConsent(ports.preferences, self)
        self._name.returnPressed.connect(self.confirmed)
        self._key.submitted.connect(self.confirmed)
        self._key.changed.connect(self._on_key_changed)
        self._key.answered.connect(self._show_consent)
        self._key.grew.connect(self.grew)
        self._consent.ticked.connect(self._on_ticked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE_S, 0, 0)
        column.setSpacing(SPACE_S)
        for widget in (self._whose, self._name, self._key, self._consent):
            column.addWidget(widget)
        self.hide()

    @property
    def address(self) -> str:
        """The address of the server that is shown, "" for none."""
        return self._offer.model.address if self._offer else ""

    @property
    def key_problem(self) -> str:
        """Why the keyring does not keep the key of this server, "" where it does."""
        return self._key.problem

    def show_offer(self, offer: Offer | None) -> None:
        """Show what holds for this offer; hide for one that is at no server."""
        before, key = self.address, self._offer.key if self._offer else None
        self._offer = offer if offer and offer.model.source is Source.ADDRESS else None
        self.setVisible(self._offer is not None)
        if self.address != before:
            self._name.clear()
        if self.address != before or key is not None:
            self._key.clear()
        if self._offer is not None and self._offer.key is not None:
            self._key.fill(self._offer.key)
        self._key.show_address(self.address)
        self._show_consent()
        if self._offer is not None:
            self._say_whose(self._offer.model)
            self._name.setVisible(not self._offer.is_listed)
            if not self._name.isModified():
                self._name.setText(cut(self._offer.model.name))

    def settle(self) -> None:
        """Let what is in here know its size now, and not when the loop comes round to it."""
        for part in (self._key, self._consent, self):
            layout = part.layout()
            if layout is not None:
                layout.activate()

    async def keep(self) -> ModelRef | None:
        """Keep key and agreement, and return the model as it is filled in; None: it is no key."""
        offer = self._offer
        if offer is None:
            return None
        is_typed = self._name.isModified() and self._name.isVisibleTo(self)
        name = self._name.text().strip() if is_typed else offer.model.name
        if not await self._key.keep():
            return None
        if self._offer is offer:  # else the person went on meanwhile
            self._show_consent()
            self._consent.keep()
        return ModelRef(Source.ADDRESS, name, offer.model.address)

    def _say_whose(self, model: ModelRef) -> None:
        name, place = cut(place_of(model)), cut(model.host)
        words = f"Server: {name} ({place})" if name != place else f"Server: {place}"
        self._whose.say(words, "secondary")
        for field in (self._name, self._key.focusProxy(), self._consent.focusProxy()):
            if field is not None:
                field.setAccessibleDescription(words)

    def _show_consent(self) -> None:
        self._consent.show_address(self.address, has_key=self._key.present)

    def _on_key_changed(self) -> None:
        self._show_consent()
        self.changed.emit(self.address)

    def _on_ticked(self, agreed: bool) -> None:
        if agreed and self._servers.server(self.address) is None:
            return  # it holds once the server is chosen
        self._consent.keep()
        self.changed.emit(self.address)
