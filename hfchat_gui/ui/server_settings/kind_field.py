"""Which program serves at an address: found out, or chosen from the kinds that are known."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from hfchat_gui.conversation.servers import SERVER_KINDS
from hfchat_gui.ui.controls.drop_down import DropDown
from hfchat_gui.ui.server_settings.check_line import kind_name

_FIND_OUT = "Find out"
_TIP = "Which program serves there: HF Chat finds out unless you choose"


class KindField(DropDown):
    """A list of kinds that drops down."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Kind", _TIP, parent)
        self.addItem(_FIND_OUT, "")
        for kind in SERVER_KINDS:
            self.addItem(kind_name(kind), kind)

    @property
    def kind(self) -> str:
        """The kind that is chosen, "" where it is to be found out."""
        return str(self.currentData())

    def choose(self, kind: str) -> None:
        """Choose this kind."""
        self.setCurrentIndex(max(self.findData(kind), 0))

    def forget_found(self) -> None:
        """Say no more what was found: it was another server, or is not sure any more."""
        self.setItemText(0, _FIND_OUT)

    def show_found(self, kind: str) -> None:
        """Say beside "Find out" what was found; the person may choose another."""
        self.setItemText(0, f"{_FIND_OUT} (found: {kind_name(kind)})")
