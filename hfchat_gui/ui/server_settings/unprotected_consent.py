"""The question whether a server's key may go over plain http, where others could read it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from hfchat_gui.conversation.origin import origin_or_none
from hfchat_gui.conversation.ports import Preferences
from hfchat_gui.ui.controls.check_box import CheckBox
from hfchat_gui.ui.controls.sentence import Sentence


class UnprotectedConsent(QWidget):
    """Asked for http:// addresses that are not plainly near; off until the person ticks it.

    Taking the tick away withdraws at once; giving it holds when its owner calls `keep`.
    """

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._address = ""
        self._tick = CheckBox("Send the key over plain http, where others can read it", self)
        self._tick.setToolTip("Only where the server has no https:// and you trust the network")
        self._tick.clicked.connect(self._on_clicked)
        self._why = Sentence(
            "Without this tick the key goes only to a server in your own network.",
            "secondary",
            self,
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._tick, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._why)
        self.hide()

    def show_address(self, address: str) -> None:
        """Ask for this address, where its name does not say that it is near."""
        if address != self._address:
            self._address = address
            self._tick.setChecked(bool(address) and self._preferences.unprotected_allowed(address))
        self.setVisible(may_be_read(address))

    @property
    def is_begun(self) -> bool:
        """Whether it is ticked and not kept yet."""
        is_asked = may_be_read(self._address) and self._tick.isChecked()
        return is_asked and not self._preferences.unprotected_allowed(self._address)

    def focus(self) -> None:
        """Put the keyboard on the tick."""
        self._tick.setFocus(Qt.FocusReason.OtherFocusReason)

    def keep(self) -> None:
        """Let what is ticked hold."""
        if may_be_read(self._address):
            self._preferences.allow_unprotected(self._address, self._tick.isChecked())

    def _on_clicked(self, agreed: bool) -> None:
        if not agreed:
            self._preferences.allow_unprotected(self._address, False)


def may_be_read(address: str) -> bool:
    """Return whether a key on its way to this address could be read by others."""
    place = origin_or_none(address)
    return place is not None and not place.is_protected and not place.is_near
