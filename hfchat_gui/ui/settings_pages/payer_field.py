"""Who pays for answers at Hugging Face: the account, or an organisation that is named here."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from hfchat_gui.conversation.choices import is_organisation
from hfchat_gui.conversation.ports import Preferences
from hfchat_gui.ui.controls.sentence import Sentence
from hfchat_gui.ui.look.palette import SPACE_S

_LABEL = "Organisation that pays"
_NO_NAME = "An organisation's name has letters, digits, and - _ . only. Correct it."


class PayerField(QWidget):
    """Keeps the name as it is typed, once it can be one."""

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self.field = QLineEdit(preferences.bill_to, self)
        self.field.setAccessibleName(_LABEL)
        self.field.setToolTip("The organisation that pays for answers at Hugging Face")
        self.field.setPlaceholderText("your own account")
        self.field.textChanged.connect(self._on_changed)
        self._problem = Sentence("", "danger", self)
        label = QLabel(_LABEL, self)
        label.setBuddy(self.field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        for part in (label, self.field, self._problem):
            column.addWidget(part)

    def _on_changed(self, text: str) -> None:
        name = text.strip()
        is_good = not name or is_organisation(name)
        self._problem.say("" if is_good else _NO_NAME)
        if is_good:
            self._preferences.set_bill_to(name)
