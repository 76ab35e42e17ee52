"""The three ways in which an option is typed or chosen, alike for the field that they stand in."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QSignalBlocker, QTimer, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from hfchat_gui.conversation.request import EFFORTS
from hfchat_gui.ui.controls.drop_down import DropDown
from hfchat_gui.ui.controls.exact_text import text_of
from hfchat_gui.ui.controls.parameters import Form, Parameter
from hfchat_gui.ui.look.fonts import code_font
from hfchat_gui.ui.look.palette import SPACE_M
from hfchat_gui.ui.look.theme import keep_font, theme

EMPTY = "Empty: the default of the server or the model."
_DEFAULT = "Default"
_LONGEST_NUMBER = 32  # characters: the largest whole one, and each decimal one in full
_LONGEST_TEXT = 20_000  # characters: Qt is slow with a longer line
_TOO_LONG = f"At most {_LONGEST_TEXT:,} characters can be entered here."
_PAUSE = 800  # milliseconds without a key press until what is half typed is judged
_LINES = 3


class NumberInput(QLineEdit):
    """`typed` says that `content` is another text; `settled`, that the person has paused.

    `left`: the person is done with it.
    """

    typed = Signal()
    settled = Signal()
    left = Signal()
    refused = Signal(str)
    is_judged_at_once = True

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setPlaceholderText(_DEFAULT)
        self.setMaxLength(_LONGEST_NUMBER)
        self.editingFinished.connect(self.left)
        self.textChanged.connect(self.typed)  # not `textEdited`: a screen reader types otherwise

    @property
    def content(self) -> str:
        """What is typed."""
        return self.text()

    def write(self, text: str) -> None:
        """Put this in its place."""
        with QSignalBlocker(self):
            self.setText(text)


class ChoiceInput(DropDown):
    """The same for an effort that is chosen."""

    typed = Signal()
    settled = Signal()
    left = Signal()
    refused = Signal(str)
    is_judged_at_once = True

    def __init__(self, parent: QWidget) -> None:
        super().__init__("", "", parent)
        self.addItem(_DEFAULT, "")
        for effort in EFFORTS:
            self.addItem(effort.capitalize(), effort)
        self.currentIndexChanged.connect(self.typed)
        self.currentIndexChanged.connect(self.left)

    @property
    def content(self) -> str:
        """What is chosen, "" for the default."""
        return str(self.currentData())

    def write(self, text: str) -> None:
        """Choose this."""
        with QSignalBlocker(self):
            self.setCurrentIndex(max(self.findData(text), 0))
        self.update()


class TextInput(QPlainTextEdit):
    """The same for some lines. Tab leaves it; it takes no more than can be sent."""

    typed = Signal()
    settled = Signal()
    left = Signal()
    refused = Signal(str)
    is_judged_at_once = False

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "field")
        self.setTabChangesFocus(True)
        self.setPlaceholderText(_DEFAULT)
        keep_font(self, code_font)
        self._is_writing = False
        self._pause = QTimer(self, interval=_PAUSE, singleShot=True)
        self._pause.timeout.connect(self.settled)
        self.textChanged.connect(self._on_text_changed)
        self._fit()
        theme().changed.connect(self._fit)

    @property
    def content(self) -> str:
        """What is typed."""
        return text_of(self.document())

    def write(self, text: str) -> None:
        """Put this in its place."""
        self._is_writing = True
        self.setPlainText(text)
        self._is_writing = False
        self._pause.stop()

    def _fit(self) -> None:
        self.setFixedHeight(_LINES * self.fontMetrics().lineSpacing() + SPACE_M + 8)

    def _on_text_changed(self) -> None:
        if not self._is_writing:
            self._pause.start()
            self.typed.emit()

    # Qt's own names.

    def insertFromMimeData(self, source: QMimeData) -> None:
        room = (
            _LONGEST_TEXT - self.document().characterCount() + len(self.textCursor().selectedText())
        )
        if len(source.text()) <= room:
            self.insertPlainText(source.text())
        else:
            self.refused.emit(_TOO_LONG)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._pause.stop()
        self.settled.emit()
        self.left.emit()


Input = NumberInput | ChoiceInput | TextInput


def input_for(parameter: Parameter, parent: QWidget) -> Input:
    """Return what this option is typed into."""
    if parameter.form is Form.NUMBER:
        made: Input = NumberInput(parent)
    elif parameter.form is Form.CHOICE:
        made = ChoiceInput(parent)
    else:
        made = TextInput(parent)
    made.setAccessibleName(parameter.label)
    made.setAccessibleDescription(EMPTY)
    made.setToolTip(f"{parameter.hint} {EMPTY}")
    return made
