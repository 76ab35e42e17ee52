"""Two fields for how answers are drawn, where an empty one leaves it to the server."""

from __future__ import annotations

import re
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.ui.look.palette import SPACE_S, SPACE_XS

LARGEST_TEMPERATURE = 2.0
_AS_THE_SERVER = "As the server has it"
_LONGEST_NUMBER = 7  # characters
_DECIMAL = re.compile(r"\d+(?:[.,]\d*)?|[.,]\d+", re.ASCII)


class SamplingFields(QWidget):
    """Says each change that makes sense at once; what makes none is named below its field."""

    changed = Signal(object)  # SamplingOptions
    grew = Signal()

    def __init__(self, sampling: SamplingOptions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sampling = sampling
        self._temperature = _field("Temperature", self)
        self._longest = _field("Longest reply, in tokens", self)
        self._temperature_problem = _problem("A temperature is a number from 0 to 2.", self)
        self._longest_problem = _problem("The longest reply is a whole number from 1 up.", self)
        self._lay_out()
        self.show_sampling(sampling)
        self._temperature.textEdited.connect(self._on_temperature)
        self._longest.textEdited.connect(self._on_longest)
        for field in (self._temperature, self._longest):
            field.editingFinished.connect(self._show_problems)
        self.setFocusProxy(self._temperature)

    def show_sampling(self, sampling: SamplingOptions) -> None:
        """Show these options."""
        self._sampling = sampling
        temperature, longest = sampling.temperature, sampling.max_tokens
        self._temperature.setText("" if temperature is None else f"{temperature:g}")
        self._longest.setText("" if longest is None else str(longest))
        self._show_problems()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_XS)
        for field, problem, hint in (
            (
                self._temperature,
                self._temperature_problem,
                "0 takes the likeliest word each time; the higher, the more varied.",
            ),
            (self._longest, self._longest_problem, "A token is about three quarters of a word."),
        ):
            label = QLabel(field.accessibleName(), self)
            label.setBuddy(field)
            below = _line(hint, "secondary", self)
            for widget in (label, field, problem, below):
                column.addWidget(widget)
            column.addSpacing(SPACE_S)

    def _on_temperature(self, text: str) -> None:
        value = temperature_in(text)
        if not text.strip() or value is not None:
            self._take(replace(self._sampling, temperature=value))

    def _on_longest(self, text: str) -> None:
        value = tokens_in(text)
        if not text.strip() or value is not None:
            self._take(replace(self._sampling, max_tokens=value))

    def _take(self, sampling: SamplingOptions) -> None:
        self._show_problems()
        if sampling != self._sampling:
            self._sampling = sampling
            self.changed.emit(sampling)

    def _show_problems(self) -> None:
        for field, read, problem in (
            (self._temperature, temperature_in, self._temperature_problem),
            (self._longest, tokens_in, self._longest_problem),
        ):
            text = field.text()
            is_wrong = bool(text.strip()) and read(text) is None
            if is_wrong != (not problem.isHidden()):
                problem.setVisible(is_wrong)
                self.grew.emit()


def temperature_in(text: str) -> float | None:
    """Return the temperature that was typed, or None where the text is none."""
    text = text.strip()
    if not _DECIMAL.fullmatch(text):
        return None
    value = float(text.replace(",", "."))
    return value if value <= LARGEST_TEMPERATURE else None


def tokens_in(text: str) -> int | None:
    """Return the number of tokens that was typed, or None where the text is none."""
    text = text.strip()
    value = int(text) if text.isascii() and text.isdigit() else 0
    return value or None


def _field(name: str, parent: QWidget) -> QLineEdit:
    field = QLineEdit(parent)
    field.setAccessibleName(name)
    field.setToolTip(f"{name}; empty: as the server has it")
    field.setPlaceholderText(_AS_THE_SERVER)
    field.setMaxLength(_LONGEST_NUMBER)
    return field


def _problem(text: str, parent: QWidget) -> QLabel:
    label = _line(text, "danger", parent)
    label.hide()
    return label


def _line(text: str, tone: str, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setProperty("tone", tone)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
