"""An icon beside a line of text: it follows the colours and the size of text."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from hfchat_gui.ui.look.fonts import with_text
from hfchat_gui.ui.look.icons import icon
from hfchat_gui.ui.look.palette import ICON_SIZE
from hfchat_gui.ui.look.theme import theme


class Mark(QLabel):
    """Says nothing to a screen reader: what it means is in the text."""

    def __init__(
        self, icon_name: str, *, is_alarming: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self._is_alarming = is_alarming
        self._tint()
        theme().changed.connect(self._tint)

    def _tint(self) -> None:
        palette = theme().palette
        colour = palette.danger if self._is_alarming else palette.text_secondary
        side = with_text(ICON_SIZE)
        self.setPixmap(icon(self._icon_name, colour.name()).pixmap(side, side))
