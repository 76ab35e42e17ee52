"""The strip at the top of the pane for states that last: cause, consequence, one action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from hfchat_gui.conversation.errors import Action, ActionKind, ErrorRecord
from hfchat_gui.ui.controls.announcing import announce
from hfchat_gui.ui.controls.buttons import Button, IconButton
from hfchat_gui.ui.controls.mark import Mark
from hfchat_gui.ui.look.palette import COLUMN_WIDTH, SPACE_M, SPACE_S
from hfchat_gui.ui.wording import cut

_LONGEST = 1_000  # characters


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
        *,
        is_passing: bool = False,
    ) -> None:
        """Show `error` under `key`, in place of what was there.

        `retry` is what its Try again does; without it there is no such button. What `is_passing`
        is no state that lasts, and can be closed.
        """
        before = self._wanted.pop(key, None)
        self._wanted[key] = _Wanted(error, retry, is_passing)
        if before is None or (before.error, before.retry is None) != (error, retry is None):
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
        for key, wanted in sorted(self._wanted.items(), key=lambda one: -len(one[1].error.message)):
            message = wanted.error.message
            if any(message in other for other in said):
                self._drop(key)
            elif key not in self._notices:
                self._show(key, wanted)
            said.append(message)
        self.setVisible(bool(said))
        for notice in self._notices.values():
            notice.announce_once()

    def _show(self, key: str, wanted: _Wanted) -> None:
        notice = Notice(
            wanted.error,
            self,
            can_retry=wanted.retry is not None,
            can_close=wanted.is_passing,
        )
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
class _Wanted:
    error: ErrorRecord
    retry: Callable[[], None] | None
    is_passing: bool


class Notice(QFrame):
    """One sentence with an icon, and a button where something can be done."""

    action_requested = Signal(object)  # Action
    closed = Signal()

    def __init__(
        self,
        error: ErrorRecord,
        parent: QWidget | None = None,
        *,
        can_retry: bool = False,
        can_close: bool = False,
    ) -> None:
        super().__init__(parent)
        self.error = error
        self._can_retry = can_retry
        self._announced = False
        self.setObjectName("notice")
        self.setMaximumWidth(COLUMN_WIDTH)
        self._text = QLabel(cut(error.message, _LONGEST), self)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_M, SPACE_S, SPACE_S, SPACE_S)
        row.setSpacing(SPACE_M)
        row.addWidget(
            Mark("triangle-alert", is_alarming=True, parent=self), 0, Qt.AlignmentFlag.AlignTop
        )
        row.addWidget(self._text, 1)
        self.buttons: list[Button] = []
        if error.action.kind is not ActionKind.NONE and self._can_act():
            self.buttons.append(self._made_button(error.action))
        if can_close:
            self.buttons.append(self._made_closer())
        for button in self.buttons:
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    def announce_once(self) -> None:
        """Tell a screen reader, politely, at the first call."""
        if self._announced:
            return
        self._announced = True
        announce(self, self.error.message)

    def _can_act(self) -> bool:
        return self.error.action.kind is not ActionKind.RETRY or self._can_retry

    def _made_button(self, action: Action) -> Button:
        button = Button(action.label, parent=self)
        button.clicked.connect(lambda: self.action_requested.emit(action))
        return button

    def _made_closer(self) -> Button:
        button = IconButton("Close this notice", "x", parent=self)
        button.clicked.connect(self.closed)
        return button
