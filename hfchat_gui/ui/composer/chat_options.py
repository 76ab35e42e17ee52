"""How the answers of this chat are drawn: two fields in a line above the composer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.ui.controls.buttons import Button, IconButton
from hfchat_gui.ui.controls.sampling_fields import temperature_in, tokens_in
from hfchat_gui.ui.look.fonts import small_font
from hfchat_gui.ui.look.palette import SPACE_M, SPACE_S, SPACE_XS
from hfchat_gui.ui.look.theme import keep_font

TEMPERATURE = "Temperature"
LONGEST = "Longest reply (tokens)"
_DEFAULT = "server's default"
_BAD_TEMPERATURE = "A temperature is a number from 0 to 2, such as 0.7. Empty means the default."
_BAD_LENGTH = "The longest reply is a whole number of tokens from 1 up. Empty means the default."
_LONGEST_NUMBER = 9  # characters


class ChatOptions(QFrame):
    """Hands on what makes sense when a field is left; says what makes none. Esc closes it."""

    edited = Signal(object)  # SamplingOptions
    left = Signal()

    def __init__(
        self, defaults: Callable[[], SamplingOptions], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._defaults = defaults
        self._sampling = SamplingOptions()
        self._temperature = _field(TEMPERATURE, "0 takes the likeliest word each time", self)
        self._longest = _field(LONGEST, "A token is about three quarters of a word", self)
        self._problem = QLabel(self)
        self._problem.setProperty("tone", "danger")
        self._problem.setWordWrap(True)
        self._problem.hide()
        self._reset = Button("Use defaults", tip="Take what the settings say for new chats")
        self._close = IconButton("Close the options", "x", tip="Close the options (Esc)")
        self._lay_out()
        for field in (self._temperature, self._longest):
            field.editingFinished.connect(self.hand_on)
        self._reset.clicked.connect(self._on_reset)
        self._close.clicked.connect(self._on_left)
        self.setFocusProxy(self._temperature)
        self.hide()

    def show_sampling(self, sampling: SamplingOptions) -> None:
        """Show these options; what is being typed stays where they are the same as before."""
        if sampling != self._sampling or self.isHidden():
            self._sampling = sampling
            self._write()

    def hand_on(self) -> None:
        """Announce what is typed now, where it makes sense and is new."""
        temperature, tokens = self._temperature.text().strip(), self._longest.text().strip()
        problem = _problem(temperature, tokens)
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))
        if not problem:
            self._take(
                replace(
                    self._sampling,
                    temperature=temperature_in(temperature),
                    max_tokens=tokens_in(tokens),
                )
            )

    def _take(self, sampling: SamplingOptions) -> None:
        if sampling != self._sampling:
            self._sampling = sampling
            self.edited.emit(sampling)

    def _write(self) -> None:
        self._temperature.setText(shown_temperature(self._sampling))
        self._longest.setText(shown_longest(self._sampling))
        self._problem.hide()

    def _on_reset(self) -> None:
        defaults = self._defaults()
        self._take(
            replace(
                self._sampling,
                temperature=defaults.temperature,
                max_tokens=defaults.max_tokens,
            )
        )
        self._write()

    def _on_left(self) -> None:
        self.hand_on()
        self.left.emit()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(SPACE_M)
        for field in (self._temperature, self._longest):
            label = QLabel(field.accessibleName(), self)
            keep_font(label, small_font)
            label.setBuddy(field)
            pair = QVBoxLayout()
            pair.setSpacing(SPACE_XS)
            pair.addWidget(label)
            pair.addWidget(field)
            row.addLayout(pair, 1)
        row.addWidget(self._reset, 0, Qt.AlignmentFlag.AlignBottom)
        row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, SPACE_S, SPACE_S, SPACE_S)
        column.setSpacing(SPACE_S)
        column.addLayout(row)
        column.addWidget(self._problem)

    # Qt's own names.

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and _is_escape(event):
            event.accept()  # it closes this; elsewhere it stops the reply
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_escape(event):
            self._on_left()
        else:
            super().keyPressEvent(event)


def shown_temperature(sampling: SamplingOptions) -> str:
    """Return the temperature as it is typed, "" for the default."""
    return "" if sampling.temperature is None else f"{sampling.temperature:g}"


def shown_longest(sampling: SamplingOptions) -> str:
    """Return the longest reply as it is typed, "" for the default."""
    return "" if sampling.max_tokens is None else str(sampling.max_tokens)


def in_words(sampling: SamplingOptions) -> str:
    """Return both options in one line, for the button that opens them."""
    temperature = shown_temperature(sampling) or "default"
    longest = f"{sampling.max_tokens:,} tokens" if sampling.max_tokens else "default"
    return f"temperature {temperature}, longest reply {longest}"


def _is_escape(event: QEvent) -> bool:
    return isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape


def _problem(temperature: str, tokens: str) -> str:
    if temperature and temperature_in(temperature) is None:
        return _BAD_TEMPERATURE
    if tokens and tokens_in(tokens) is None:
        return _BAD_LENGTH
    return ""


def _field(name: str, tip: str, parent: QWidget) -> QLineEdit:
    field = QLineEdit(parent)
    field.setAccessibleName(name)
    field.setAccessibleDescription(f"Empty: the {_DEFAULT}")
    field.setToolTip(f"{tip}. Empty: the {_DEFAULT}")
    field.setPlaceholderText(_DEFAULT)
    field.setMaxLength(_LONGEST_NUMBER)
    return field
