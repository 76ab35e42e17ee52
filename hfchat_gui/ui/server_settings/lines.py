"""Lines of text that the servers' page and the picker share: sentences, and names cut to fit."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from hfchat_gui.ui.wording import cut

_LONGEST = 1_000  # characters: a server may say of itself what it likes


class Sentence(QLabel):
    """Plain text that wraps; takes no room while it says nothing.

    `tone` is "", "secondary", "danger" or "success".
    """

    def __init__(self, text: str = "", tone: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.say(text, tone)

    def say(self, text: str, tone: str | None = None) -> None:
        """Say this from now on, in another tone if one is given."""
        self.setText(cut(text, _LONGEST))
        self.setVisible(bool(text))
        if tone is not None and tone != self.property("tone"):
            self.setProperty("tone", tone)
            self.style().unpolish(self)
            self.style().polish(self)


class CutLine(QLabel):
    """One line that gives way: what does not fit is cut, and the tooltip has it whole."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(cut(text), parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setToolTip(cut(text))

    # Qt's own names.

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideMiddle, self.width()
        )
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(self.rect(), int(flags | Qt.TextFlag.TextSingleLine), shown)
        painter.end()
