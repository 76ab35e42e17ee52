"""The strip at the top of the pane: states that last, with one action, and words that pass."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from hfchat_gui.conversation.error_record import NO_ACTION, Action, ActionKind, ErrorRecord
from hfchat_gui.ui.controls.announcing import announce
from hfchat_gui.ui.controls.buttons import Button, IconButton
from hfchat_gui.ui.controls.mark import Mark
from hfchat_gui.ui.controls.sentence import Sentence
from hfchat_gui.ui.look.palette import COLUMN_WIDTH, SPACE_M, SPACE_S


class Notices(QWidget):
    """Shows one notice for each key that is set; takes no room when there is none.

    One cause often fails several things: it is said once, by the notice that says most, and one
    press tries all of them again.
    """

    action_requested = Signal(object)  # Action

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wanted: dict[str, _Wanted] = {}
        self._notices: dict[str, Notice] = {}  # those that are shown
        self._reached_after: QWidget | None = None
        self._column = QVBoxLayout()
        self._column.setSpacing(SPACE_S)
        across = QHBoxLayout(self)
        across.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, 0)
        across.addStretch(1)
        across.addLayout(self._column, 1000)
        across.addStretch(1)
        self.hide()

    def put(
        self,
        key: str,
        error: ErrorRecord,
        retry: Callable[[], None] | None = None,
    ) -> None:
        """Show that something does not work under `key`, in place of what was there.

        `retry` is what its Try again does; without it the other step that it has is offered.
        """
        can_act = error.action.kind is not ActionKind.RETRY or retry is not None
        action = error.action if can_act else error.other_action
        self._want(key, Said(error.message, action), retry)

    def say(self, key: str, sentence: str) -> None:
        """Say a word under `key`, in place of what was there: nothing failed, and it can be closed.

        "" says nothing any more.
        """
        if sentence:
            self._want(key, Said(sentence, is_word=True), None)
        else:
            self.clear(key)

    def _want(self, key: str, said: Said, retry: Callable[[], None] | None) -> None:
        before = self._wanted.pop(key, None)
        self._wanted[key] = _Wanted(said, retry)
        if before is None or before.said != said:
            self._drop(key)
            self._show_each_once()

    def reach_after(self, widget: QWidget) -> None:
        """Let the Tab key reach the buttons in here after `widget`, where they are read."""
        self._reached_after = widget

    def clear(self, key: str) -> None:
        """Take away what `key` shows, if anything."""
        if self._wanted.pop(key, None) is not None:
            self._drop(key)
            self._show_each_once()

    def _drop(self, key: str) -> None:
        notice = self._notices.pop(key, None)
        if notice is not None:
            notice.hide()
            notice.deleteLater()

    def _show_each_once(self) -> None:
        """Make what says most of each cause; what is said by it has no widget at all.

        A hidden one would still be read out by some screen readers.
        """
        said: list[str] = []
        for key, wanted in sorted(self._wanted.items(), key=lambda one: -len(one[1].said.sentence)):
            sentence = wanted.said.sentence
            if any(sentence in other for other in said):
                self._drop(key)
            elif key not in self._notices:
                self._show(key, wanted.said)
            said.append(sentence)
        self.setVisible(bool(said))
        for notice in self._notices.values():
            notice.announce_once()

    def _show(self, key: str, said: Said) -> None:
        notice = Notice(said, self)
        notice.action_requested.connect(self._on_action)
        notice.closed.connect(partial(self.clear, key))
        self._notices[key] = notice
        after = self._reached_after
        for button in notice.buttons:
            if after is not None:
                QWidget.setTabOrder(after, button)
            after = button
        self._column.addWidget(notice)
        notice.show()

    def _on_action(self, action: Action) -> None:
        if action.kind is not ActionKind.RETRY:
            self.action_requested.emit(action)
            return
        for retry in [wanted.retry for wanted in self._wanted.values()]:
            if retry is not None:
                retry()


@dataclass(frozen=True, slots=True)
class Said:
    """What one notice says, and the one step that it offers. `is_word`: nothing failed."""

    sentence: str
    action: Action = NO_ACTION
    is_word: bool = False


@dataclass(frozen=True, slots=True)
class _Wanted:
    said: Said
    retry: Callable[[], None] | None


class Notice(QFrame):
    """One sentence with an icon, and a button where something can be done; a word can be closed."""

    action_requested = Signal(object)  # Action
    closed = Signal()

    def __init__(self, said: Said, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._said = said
        self._announced = False
        self.setObjectName("notice")
        self.setMaximumWidth(COLUMN_WIDTH)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_M, SPACE_S, SPACE_S, SPACE_S)
        row.setSpacing(SPACE_M)
        name = "info" if said.is_word else "triangle-alert"
        mark = Mark(name, is_alarming=not said.is_word, parent=self)
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(Sentence(said.sentence, parent=self), 1)
        self.buttons: list[Button] = []
        if said.action.kind is not ActionKind.NONE:
            self.buttons.append(self._made_button(said.action))
        if said.is_word:
            self.buttons.append(self._made_closer())
        for button in self.buttons:
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    def announce_once(self) -> None:
        """Tell a screen reader, politely, at the first call."""
        if self._announced:
            return
        self._announced = True
        announce(self, self._said.sentence)

    def _made_button(self, action: Action) -> Button:
        button = Button(action.label, tip=action.label, parent=self)
        button.clicked.connect(lambda: self.action_requested.emit(action))
        return button

    def _made_closer(self) -> Button:
        button = IconButton("Close this notice", "x", parent=self)
        button.clicked.connect(self.closed)
        return button
