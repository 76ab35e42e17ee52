"""The bar above the composer that offers to take back what was just done, step by step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from hfchat_gui.ui.controls.announcing import announce
from hfchat_gui.ui.controls.buttons import Button, IconButton
from hfchat_gui.ui.controls.elided_label import ElidedLabel
from hfchat_gui.ui.look.palette import SPACE_M, SPACE_S, SPACE_XS
from hfchat_gui.ui.shortcuts import Command, with_keys
from hfchat_gui.ui.wording import cut


@dataclass(slots=True)
class _Step:
    """One thing that can be taken back: `chat` is "" for what is undone from wherever one is."""

    text: str
    undo: Callable[[], None]
    chat: str
    is_of_message: bool
    is_closed: bool = False


class UndoBar(QFrame):
    """Says what was done last in the chat on screen; once it is taken back, what was before that.

    What was done in another chat waits until that one is shown. Closing the bar only hides what it
    says: by `use`, which a key and a menu call too, it can still be taken back.
    """

    changed = Signal()  # something, or nothing more, can be taken back

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._steps: list[_Step] = []
        self._chat = ""
        self._text = ElidedLabel(mode=Qt.TextElideMode.ElideRight, parent=self)
        button = Button("Undo", tip=with_keys("Take it back", Command.UNDO), parent=self)
        close = IconButton("Close the offer to undo", "x", parent=self)
        button.clicked.connect(self.use)
        close.clicked.connect(self._on_closed)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_M, SPACE_XS, SPACE_S, SPACE_XS)
        row.setSpacing(SPACE_S)
        row.addWidget(self._text, 1)
        row.addWidget(button)
        row.addWidget(close)
        self.hide()

    @property
    def can_use(self) -> bool:
        """Whether there is something to take back here."""
        return self._last is not None

    def show_chat(self, chat: str) -> None:
        """Offer what can be taken back in this chat, its id being `chat`."""
        self._chat = chat
        self._show()

    def offer(
        self, text: str, undo: Callable[[], None], *, chat: str = "", is_of_message: bool = False
    ) -> None:
        """Say what was done, and call `undo` if it is to be taken back.

        `is_of_message`: it was done to the message that is being written, and ends with it.
        """
        self._steps.append(_Step(cut(text), undo, chat, is_of_message))
        self._show()
        if not self.isHidden():
            announce(self, f"{cut(text)}. Undo with {Command.UNDO.shown_keys}.")

    def use(self) -> None:
        """Take back what was done last, if anything."""
        step = self._last
        if step is not None:
            self._steps.remove(step)
            step.undo()
            self._show()

    def end_message(self) -> None:
        """Offer nothing any more of the message that was being written: it is sent, or left."""
        self._steps = [step for step in self._steps if not step.is_of_message]
        self._show()

    @property
    def _last(self) -> _Step | None:
        here = (step for step in reversed(self._steps) if step.chat in ("", self._chat))
        return next(here, None)

    def _on_closed(self) -> None:
        for step in self._steps:
            step.is_closed = True
        self._show()

    def _show(self) -> None:
        step = self._last
        self._text.set_text(step.text if step else "")
        self.setVisible(step is not None and not step.is_closed)
        self.changed.emit()
