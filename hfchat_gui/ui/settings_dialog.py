"""Settings: the Hugging Face token, which goes into the system keyring and is never shown again."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from hfchat_gui.conversation.ports import TokenKeeper
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.buttons import Button
from hfchat_gui.ui.fonts import heading_font
from hfchat_gui.ui.palette import SPACE_L, SPACE_S, SPACE_XL
from hfchat_gui.ui.token_settings import TokenSettings

_WIDTH = 560


class SettingsDialog(QDialog):
    """Open it with `eventloop.dialogs.finished`; `tasks` carries what it asks of the keyring."""

    def __init__(self, tokens: TokenKeeper, tasks: TaskScope, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Settings – HF Chat")
        self.setMinimumWidth(_WIDTH)
        heading = QLabel("Hugging Face token", self)
        heading.setFont(heading_font(2))
        close = Button("Close", tip="Close the settings (Esc)", parent=self)
        close.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(close)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_XL, SPACE_L, SPACE_XL, SPACE_L)
        column.setSpacing(SPACE_S)
        column.addWidget(heading)
        self._token = token = TokenSettings(tokens, tasks, self)
        token.grew.connect(self._fit, Qt.ConnectionType.QueuedConnection)
        token.setFocus()
        column.addWidget(token)
        column.addStretch(1)
        column.addLayout(row)

    @property
    def token_changed(self) -> bool:
        """Whether a token was saved, replaced or removed in here."""
        return self._token.changed

    @property
    def token_present(self) -> bool:
        """Whether there is a token, as far as the keyring has answered."""
        return self._token.present

    def _fit(self) -> None:
        wanted = self._column.heightForWidth(self.width())
        self.resize(self.width(), max(wanted, self._column.minimumSize().height()))
