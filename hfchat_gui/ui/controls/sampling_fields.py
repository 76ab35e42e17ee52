"""Two fields for how answers are drawn, where an empty one leaves it to the server or the model."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.ui.controls.sentence import Sentence
from hfchat_gui.ui.look.fonts import small_font
from hfchat_gui.ui.look.palette import SPACE_M, SPACE_XS
from hfchat_gui.ui.look.theme import keep_font

TEMPERATURE = "Temperature"
LONGEST = "Longest reply, in tokens"
LARGEST_TEMPERATURE = 2.0
_DEFAULT = "Default"
_EMPTY = "Empty: the default of the server or the model."
_LONGEST_NUMBER = 9  # characters
_DECIMAL = re.compile(r"\d+(?:[.,]\d*)?|[.,]\d+", re.ASCII)


class SamplingFields(QWidget):
    """Says each change that makes sense at once; what makes none is named below its field.

    Below each other the fields have their hints beside them, `in_a_row` in their tooltips alone.
    """

    changed = Signal(object)  # SamplingOptions

    def __init__(
        self,
        sampling: SamplingOptions,
        parent: QWidget | None = None,
        *,
        in_a_row: bool = False,
    ) -> None:
        super().__init__(parent)
        self._sampling = sampling
        self._temperature = _NumberField(
            TEMPERATURE,
            "0 takes the likeliest word each time; the higher, the more varied.",
            "A temperature is a number from 0 to 2, such as 0.7.",
            temperature_in,
            self,
            is_small=in_a_row,
        )
        self._longest = _NumberField(
            LONGEST,
            "A token is about three quarters of a word.",
            "The longest reply is a whole number from 1 up.",
            tokens_in,
            self,
            is_small=in_a_row,
        )
        way = QBoxLayout.Direction.LeftToRight if in_a_row else QBoxLayout.Direction.TopToBottom
        layout = QBoxLayout(way, self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_M)
        for field in (self._temperature, self._longest):
            layout.addWidget(field, 1 if in_a_row else 0)
            field.edited.connect(self._on_edited)
        self.show_sampling(sampling)
        self.setFocusProxy(self._temperature)

    @property
    def sampling(self) -> SamplingOptions:
        """What is typed, as far as it makes sense."""
        return self._sampling

    def show_sampling(self, sampling: SamplingOptions) -> None:
        """Show these options in place of what is typed."""
        self._sampling = sampling
        self._temperature.write(shown_temperature(sampling))
        self._longest.write(shown_longest(sampling))

    def _on_edited(self) -> None:
        sampling = self._sampling
        if self._temperature.makes_sense:
            value = temperature_in(self._temperature.text)
            sampling = replace(sampling, temperature=value)
        if self._longest.makes_sense:
            sampling = replace(sampling, max_tokens=tokens_in(self._longest.text))
        if sampling != self._sampling:
            self._sampling = sampling
            self.changed.emit(sampling)


class _NumberField(QWidget):
    """A field under its name, with what is wrong with its number below it."""

    edited = Signal()

    def __init__(
        self,
        name: str,
        hint: str,
        problem: str,
        read: Callable[[str], float | None],
        parent: QWidget,
        *,
        is_small: bool,
    ) -> None:
        super().__init__(parent)
        self._read = read
        self._words = problem
        self._field = QLineEdit(self)
        self._field.setAccessibleName(name)
        self._field.setAccessibleDescription(_EMPTY)
        self._field.setToolTip(f"{hint} {_EMPTY}")
        self._field.setPlaceholderText(_DEFAULT)
        self._field.setMaxLength(_LONGEST_NUMBER)
        self._field.textEdited.connect(self._on_edited)
        self._problem = Sentence("", "danger", self)
        label = QLabel(name, self)
        label.setBuddy(self._field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_XS)
        for widget in (label, self._field, self._problem):
            column.addWidget(widget)
        if is_small:
            keep_font(label, small_font)
            column.addStretch(1)
        else:
            column.addWidget(Sentence(hint, "secondary", self))
        self.setFocusProxy(self._field)

    @property
    def text(self) -> str:
        """What is typed."""
        return self._field.text()

    @property
    def makes_sense(self) -> bool:
        """Whether what is typed is a number that can be, or nothing."""
        return not self.text.strip() or self._read(self.text) is not None

    def write(self, text: str) -> None:
        """Put this into the field."""
        self._field.setText(text)
        self._problem.say("")

    def _on_edited(self) -> None:
        self._problem.say("" if self.makes_sense else self._words)
        self.edited.emit()


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


def shown_temperature(sampling: SamplingOptions) -> str:
    """Return the temperature as it is typed, "" for the default."""
    return "" if sampling.temperature is None else f"{sampling.temperature:g}"


def shown_longest(sampling: SamplingOptions) -> str:
    """Return the longest reply as it is typed, "" for the default."""
    return "" if sampling.max_tokens is None else str(sampling.max_tokens)
