"""A choice between few values, all of which are seen: a row of radio buttons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from hfchat_gui.ui.controls.radio_button import RadioButton
from hfchat_gui.ui.look.palette import SPACE_S


class ChoiceRow(QWidget):
    """`name` is what a screen reader says of each button beside its own words."""

    chosen = Signal(object)  # the value

    def __init__(
        self, name: str, words: Mapping[Any, str], now: object, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._buttons: dict[Any, RadioButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        for value, text in words.items():
            button = RadioButton(text, self)
            button.setAccessibleDescription(name)
            button.setToolTip(f"{name}: {text}")
            button.clicked.connect(lambda _=False, picked=value: self.chosen.emit(picked))
            row.addWidget(button)
            self._buttons[value] = button
        row.addStretch(1)
        self.show_chosen(now)

    def show_chosen(self, value: object) -> None:
        """Show this value as the chosen one, without saying so."""
        self._buttons[value].setChecked(True)
        self.setFocusProxy(self._buttons[value])
