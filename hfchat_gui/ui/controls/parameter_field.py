"""A field for one option under its name: what is typed holds once it makes sense, else it is told.

Nothing that is typed is ever replaced while its value is the one that is to be shown. Of what is
refused no beginning holds: 15 begins with 1, and yet the value is what it was before.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from hfchat_gui.ui.controls.parameter_inputs import EMPTY, input_for
from hfchat_gui.ui.controls.parameters import Parameter, Refused
from hfchat_gui.ui.controls.sentence import Sentence
from hfchat_gui.ui.look.fonts import small_font
from hfchat_gui.ui.look.palette import SPACE_XS
from hfchat_gui.ui.look.theme import keep_font


class ParameterField(QWidget):
    """`edited` says that `value` is another one. A small one has its hint in the tooltip alone."""

    edited = Signal()

    def __init__(self, parameter: Parameter, parent: QWidget, *, is_small: bool = False) -> None:
        super().__init__(parent)
        self.parameter = parameter
        self.value: Any = parameter.read("")
        self._before = self.value  # what a refused text falls back to
        self._refusal = ""
        self._input = input_for(parameter, self)
        self._input.typed.connect(self._on_typed)
        self._input.settled.connect(self._tell)
        self._input.refused.connect(self._say)
        self._input.left.connect(self._on_left)
        self._problem = Sentence("", "danger", self)
        label = QLabel(parameter.label, self)
        label.setBuddy(self._input)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_XS)
        for widget in (label, self._input, self._problem):
            column.addWidget(widget)
        if is_small:
            keep_font(label, small_font)
        else:
            hint = Sentence(parameter.hint, "secondary", self)
            keep_font(hint, small_font)
            column.addWidget(hint)
        column.addStretch(1)
        self.setFocusProxy(self._input)

    @property
    def is_refused(self) -> bool:
        """Whether what is typed cannot be used, so that `value` is an earlier one."""
        return bool(self._refusal)

    def show_value(self, value: Any, *, anew: bool = False) -> None:
        """Show this value; `anew`: also in place of what is typed and cannot be used."""
        if value != self.value or anew:
            self._before = value
        if value != self.value or (anew and self.is_refused):
            self.value = value
            self._input.write(self.parameter.show(value))
            self._refusal = ""
            self._tell()

    def point_out(self) -> None:
        """Say what is wrong and put the keyboard there."""
        self._input.setFocus(Qt.FocusReason.OtherFocusReason)
        self._tell()

    def _tell(self) -> None:
        self._say(self._refusal)

    def _say(self, words: str) -> None:
        self._problem.say(words)
        self._input.setAccessibleDescription(words or EMPTY)

    def _on_typed(self) -> None:
        try:
            value = self.parameter.read(self._input.content)
        except Refused as refusal:
            self._refusal, value = str(refusal), self._before
        else:
            self._refusal = ""
        if value != self.value:
            self.value = value
            self.edited.emit()
        if self._input.is_judged_at_once or not self._refusal:
            self._tell()

    def _on_left(self) -> None:
        self._before = self.value
