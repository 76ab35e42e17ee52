"""A line of text with one link in it, for the mouse and for the keyboard, in our colours."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QTextDocumentFragment
from PySide6.QtWidgets import QLabel, QWidget

from hfchat_gui.ui.look.palette import FOCUS_RING, RADIUS_CONTROL, SPACE_XS
from hfchat_gui.ui.look.theme import theme


class LinkLabel(QLabel):
    """Takes part in the tab order while it holds a link; Enter or a blank follows it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._target = ""
        self.setMargin(SPACE_XS)  # room for the ring
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)

    def write(self, before: str, words: str = "", target: str = "", after: str = "") -> None:
        """Show HTML text, and after `before` a link of these words, if there are any."""
        self._target = target if words else ""
        colour = theme().palette.accent.name()
        link = f'<a href="{target}" style="color: {colour}">{words}</a>' if words else ""
        self.setText(f"{before}{link}{after}")
        self.setAccessibleName(_plain(f"{before}{words}{after}"))
        self.setToolTip(f"{words} (Enter)" if words else "")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if words else Qt.FocusPolicy.NoFocus)

    # Qt's own names.

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if self._target and event.key() in keys:
            self.linkActivated.emit(self._target)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.hasFocus():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().palette.accent, FOCUS_RING))
        ring = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(ring, RADIUS_CONTROL, RADIUS_CONTROL)
        painter.end()


def _plain(text: str) -> str:
    return QTextDocumentFragment.fromHtml(text).toPlainText()
