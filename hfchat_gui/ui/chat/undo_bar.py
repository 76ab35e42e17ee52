"""The bar above the composer that offers to take back what was just done."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from hfchat_gui.ui.controls.announcing import announce
from hfchat_gui.ui.controls.buttons import Button, IconButton
from hfchat_gui.ui.controls.elided_label import ElidedLabel
from hfchat_gui.ui.look.palette import SPACE_M, SPACE_S, SPACE_XS
from hfchat_gui.ui.wording import cut


class UndoBar(QFrame):
    """Stays until it is used, closed, or another offer takes its place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._undo: Callable[[], None] | None = None
        self._text = ElidedLabel(mode=Qt.TextElideMode.ElideRight, parent=self)
        button = Button("&Undo", tip="Take it back (Alt+U)", parent=self)
        button.setAccessibleName("Undo")
        close = IconButton("Close the offer to undo", "x", parent=self)
        button.clicked.connect(self.use)
        close.clicked.connect(self.withdraw)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_M, SPACE_XS, SPACE_S, SPACE_XS)
        row.setSpacing(SPACE_S)
        row.addWidget(self._text, 1)
        row.addWidget(button)
        row.addWidget(close)
        self.hide()

    def offer(self, text: str, undo: Callable[[], None]) -> None:
        """Say what was done, and call `undo` if it is to be taken back."""
        self._undo = undo
        self._text.set_text(cut(text))
        self.show()
        announce(self, f"{cut(text)}. Undo with Alt+U.")

    def use(self) -> None:
        """Take back what is offered, if anything."""
        undo = self._undo
        self.withdraw()
        if undo is not None:
            undo()

    def withdraw(self) -> None:
        """Offer nothing any more."""
        self._undo = None
        self.hide()
