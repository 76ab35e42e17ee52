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
    """Keeps the name as it is typed, once it can be one; of what is none, no beginning is kept."""

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._before = preferences.bill_to  # what is kept where that which is typed is no name
        self.field = QLineEdit(preferences.bill_to, self)
        self.field.setAccessibleName(_LABEL)
        self.field.setToolTip("The organisation that pays for answers at Hugging Face")
        self.field.setPlaceholderText("your own account")
        self.field.textChanged.connect(self._on_changed)
        self.field.editingFinished.connect(self._on_left)
        self._problem = Sentence("", "danger", self)
        label = QLabel(_LABEL, self)
        label.setBuddy(self.field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        for part in (label, self.field, self._problem):
            column.addWidget(part)

    @property
    def unkept(self) -> str:
        """What to say before what is typed is lost, as it is no name; "" where it is one."""
        return "" if self._is_good else f"What stands in “{_LABEL}” is no name of one."

    @property
    def _name(self) -> str:
        return self.field.text().strip()

    @property
    def _is_good(self) -> bool:
        return not self._name or is_organisation(self._name)

    def _on_changed(self) -> None:
        self._problem.say("" if self._is_good else _NO_NAME)
        self._preferences.set_bill_to(self._name if self._is_good else self._before)

    def _on_left(self) -> None:
        self._before = self._preferences.bill_to
