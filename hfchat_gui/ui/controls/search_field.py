"""A field to look for something, whose glass follows the colours and the size of text."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from hfchat_gui.ui.controls.mark import Mark
from hfchat_gui.ui.look.fonts import with_text
from hfchat_gui.ui.look.palette import ICON_SIZE, SPACE_S
from hfchat_gui.ui.look.theme import theme


class SearchField(QLineEdit):
    """An action's icon of Qt's own has one size for good."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._glass = Mark("search", parent=self)
        theme().changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        side = with_text(ICON_SIZE)
        self.setTextMargins(side + SPACE_S, 0, 0, 0)
        self._glass.setGeometry(SPACE_S, (self.height() - side) // 2, side, side)

    # Qt's own names.

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
