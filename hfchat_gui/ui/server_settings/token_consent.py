"""The question whether the Hugging Face token may go to a server that is not Hugging Face's."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from hfchat_gui.conversation.origin import origin_or_none
from hfchat_gui.conversation.ports import Preferences
from hfchat_gui.ui.controls.check_box import CheckBox
from hfchat_gui.ui.controls.sentence import Sentence


class TokenConsent(QWidget):
    """Off until the person ticks it; not offered where the token could be read on its way, nor
    where the server has a key of its own, which goes instead.

    Taking the tick away withdraws at once; giving it holds when its owner calls `keep`.
    """

    ticked = Signal(bool)

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._address = ""
        self._tick = CheckBox("Send my Hugging Face token to this address", self)
        self._tick.setToolTip("For a server of yours that asks for a Hugging Face token")
        self._tick.clicked.connect(self._on_clicked)
        self._never = Sentence(
            "Your Hugging Face token is never sent over plain http.", "secondary", self
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._tick, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._never)

    def show_address(self, address: str, *, has_key: bool = False) -> None:
        """Ask for this address, unless its server has a key of its own."""
        offered = may_take_token(address)
        if address != self._address:
            self._address = address
            self._tick.setChecked(offered and self._preferences.token_allowed(address))
        self._tick.setVisible(offered and not has_key)
        self._never.setVisible(bool(address) and not offered and not has_key)

    @property
    def is_begun(self) -> bool:
        """Whether it is ticked and not kept yet."""
        given = self._preferences.token_allowed(self._address) if self._address else False
        return self._tick.isVisibleTo(self) and self._tick.isChecked() and not given

    def keep(self) -> None:
        """Let what is ticked hold."""
        agreed = self._tick.isChecked()
        if self._address and agreed != self._preferences.token_allowed(self._address):
            self._preferences.allow_token(self._address, agreed)

    def _on_clicked(self, agreed: bool) -> None:
        if not agreed:
            self._preferences.allow_token(self._address, False)
        self.ticked.emit(agreed)


def may_take_token(address: str) -> bool:
    """Return whether the token could be sent there at all: over https, or to this computer."""
    place = origin_or_none(address)
    return place is not None and place.is_protected
