"""The general part of the settings: how the window looks, which key sends, how new chats begin."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from hfchat_gui.conversation.choices import SendKey
from hfchat_gui.conversation.ports import Preferences
from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.ui.controls.buttons import Button, IconButton
from hfchat_gui.ui.controls.choice_row import ChoiceRow
from hfchat_gui.ui.controls.fold import Fold
from hfchat_gui.ui.controls.parameters import MORE, words_on_more
from hfchat_gui.ui.controls.sampling_fields import SamplingFields
from hfchat_gui.ui.look.appearance import SCHEME_WORDS, SIZING, Appearance
from hfchat_gui.ui.look.fonts import heading_font
from hfchat_gui.ui.look.palette import SPACE_M, SPACE_S
from hfchat_gui.ui.look.theme import keep_font, theme
from hfchat_gui.ui.shortcuts import Command, send_keys, with_keys


class GeneralSettings(QWidget):
    """Every change holds at once; there is nothing to confirm."""

    send_key_chosen = Signal(object)  # SendKey

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._appearance = Appearance(preferences)
        self._colours = ChoiceRow("Colours", SCHEME_WORDS, preferences.colour_scheme, self)
        self._size = QLabel(self)
        self._sizing = {
            Command.SMALLER_TEXT: IconButton("Smaller text", "minus", parent=self),
            Command.LARGER_TEXT: IconButton("Larger text", "plus", parent=self),
            Command.USUAL_TEXT: Button("Usual size", kind="quiet", parent=self),
        }
        keys = {key: send_keys(key)[0] for key in SendKey}
        self._send_key = ChoiceRow("Send with", keys, preferences.send_key, self)
        self._break_hint = QLabel(self)
        self._break_hint.setProperty("tone", "secondary")
        self._sampling = SamplingFields(preferences.sampling, self, columns=2)
        self._more = SamplingFields(preferences.sampling, self, parameters=MORE, columns=2)
        self._fold = Fold("More parameters", self._more, self)
        self._fold.note(words_on_more(preferences.sampling))
        self._lay_out()
        self._connect()
        self._show_size()
        self._show_break_key(preferences.send_key)
        self.setFocusProxy(self._colours)

    @property
    def unkept(self) -> str:
        """What to say before what is typed is lost, as it cannot be used; "" where nothing is."""
        return self._sampling.unkept or self._more.unkept

    def point_out(self) -> None:
        """Go to what cannot be used."""
        if self._sampling.unkept:
            self._sampling.point_out()
        elif self._more.unkept:
            self._fold.open(is_open=True)
            self._more.point_out()

    def _lay_out(self) -> None:
        size = QHBoxLayout()
        size.setSpacing(SPACE_S)
        size.addWidget(self._sizing[Command.SMALLER_TEXT])
        size.addWidget(self._size)
        size.addWidget(self._sizing[Command.LARGER_TEXT])
        size.addWidget(self._sizing[Command.USUAL_TEXT])
        size.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addWidget(self._heading("Colours"))
        column.addWidget(self._colours)
        column.addSpacing(SPACE_M)
        column.addWidget(self._heading("Text size"))
        column.addLayout(size)
        column.addSpacing(SPACE_M)
        column.addWidget(self._heading("Send with"))
        column.addWidget(self._send_key)
        column.addWidget(self._break_hint)
        column.addSpacing(SPACE_M)
        column.addWidget(self._heading("New chats"))
        column.addWidget(self._sampling)
        column.addWidget(self._fold)
        column.addStretch(1)

    def _heading(self, text: str) -> QLabel:
        label = QLabel(text, self)
        keep_font(label, lambda: heading_font(3))
        return label

    def _connect(self) -> None:
        self._colours.chosen.connect(self._appearance.choose_scheme)
        for command, button in self._sizing.items():
            button.setToolTip(with_keys(command.words, command))
            button.clicked.connect(lambda _=False, step=command: self._appearance.size(step))
            shortcut = QShortcut(self)  # the window's own do not reach into a dialog
            shortcut.setKeys(command.keys)
            shortcut.activated.connect(lambda step=command: self._appearance.size(step))
        self._send_key.chosen.connect(self._on_send_key)
        for fields in (self._sampling, self._more):
            fields.changed.connect(self._on_sampling)
        theme().changed.connect(self._show_size)

    def _show_size(self) -> None:
        self._size.setText(f"{theme().text_size} %")
        for command in SIZING:
            self._sizing[command].setEnabled(self._appearance.can_size(command))

    def _show_break_key(self, key: SendKey) -> None:
        self._break_hint.setText(f"{send_keys(key)[1]} breaks the line.")

    def _on_send_key(self, key: SendKey) -> None:
        self._preferences.set_send_key(key)
        self._show_break_key(key)
        self.send_key_chosen.emit(key)

    def _on_sampling(self, sampling: SamplingOptions) -> None:
        self._preferences.set_sampling(sampling)
        self._fold.note(words_on_more(sampling))
        for fields in (self._sampling, self._more):
            fields.show_sampling(sampling)
