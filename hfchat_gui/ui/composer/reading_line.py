"""The line in the composer that says which files are being read: sending waits for them."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QWidget

from hfchat_gui.ui.controls.announcing import announce
from hfchat_gui.ui.controls.elided_label import ElidedLabel
from hfchat_gui.ui.controls.mark import Mark
from hfchat_gui.ui.look.fonts import small_font
from hfchat_gui.ui.look.palette import SPACE_S
from hfchat_gui.ui.look.theme import keep_font

_QUIET = 150  # milliseconds; most files are read by then, and nothing need be said


class ReadingLine(QWidget):
    """Takes room only while files are read that are not there at once."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._words = ""
        self._waits = False
        self._text = ElidedLabel(parent=self)
        self._text.setProperty("tone", "secondary")
        keep_font(self._text, small_font)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(Mark("file-text", parent=self))
        row.addWidget(self._text, 1)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_QUIET)
        self._pause.timeout.connect(self._on_slow)
        self.hide()

    @property
    def is_reading(self) -> bool:
        """Whether files are being read."""
        return bool(self._words)

    @property
    def waits_to_send(self) -> bool:
        """Whether the message is to be sent once they are."""
        return self._waits

    def say(self, words: str) -> None:
        """Say what is being read, "" for nothing any more."""
        self._words, self._waits = words, self._waits and bool(words)
        if not words:
            self._pause.stop()
            self.hide()
        elif self.isHidden():
            self._pause.start()
        else:
            self._show()

    def wait_to_send(self, waits: bool) -> None:
        """Say at once that the message is sent once all is read; or that it is not."""
        self._waits = waits
        if waits:
            self._on_slow()

    def _on_slow(self) -> None:
        self._show()
        self.show()
        announce(self, self._text.accessibleName())

    def _show(self) -> None:
        then = " The message is sent then." if self._waits else ""
        self._text.set_text(f"{self._words}{then}")
