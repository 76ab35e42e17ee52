"""A server's test: what is asked while it runs, and what was found or why not."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from hfchat_gui.conversation.error_record import PROXY, Action, ActionKind
from hfchat_gui.conversation.errors import ChatError
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.conversation.servers import SERVER_KINDS, Server, ServerCheck, ServerReport
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.controls.sentence import Sentence
from hfchat_gui.ui.links import open_link
from hfchat_gui.ui.look.palette import SPACE_S
from hfchat_gui.ui.wording import cut


class CheckLine(QWidget):
    """Hidden until the first test. A new test ends the one before it.

    `retry_requested` and `action_requested`: what the error's button asks for.
    """

    reported = Signal(object)  # ServerReport
    retry_requested = Signal()
    action_requested = Signal(object)  # Action

    def __init__(self, check: ServerCheck, tasks: TaskScope, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._check = check
        self._tasks = tasks
        self._task: asyncio.Task[None] | None = None
        self._action: Action | None = None
        self._text = Sentence("", "secondary", self)
        self._button = Button("Cancel", parent=self)
        self._button.clicked.connect(self._on_button)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(self._text, 1)
        row.addWidget(self._button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def start(self, server: Server, key: Secret | None = None) -> None:
        """Ask this server, with `key` in place of its own; the answer is shown here."""
        self.stop()
        self._show(f"Asking {cut(server.name)} what it is…", "secondary")
        self._offer(None, "Cancel", "Stop asking")
        self._task = self._tasks.start(self._ask(server, key), "test a server")

    def stop(self) -> None:
        """End a test that runs, and show nothing."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self.hide()

    async def _ask(self, server: Server, key: Secret | None) -> None:
        try:
            report = await self._check.check(server, key)
        except ChatError as error:
            self._task = None
            self._show(error.user_text, "danger")
            can_act = error.action.kind not in (ActionKind.NONE, ActionKind.NEW_CHAT)
            self._offer(error.action if can_act else None, error.action.label, error.action.label)
            self._button.setVisible(can_act)
        else:
            self._task = None
            self._show(describe(report), "success")
            self._button.hide()
            self.reported.emit(report)

    def _show(self, text: str, tone: str) -> None:
        self._text.say(text, tone)
        self.show()

    def _offer(self, action: Action | None, label: str, tip: str) -> None:
        self._action = action
        self._button.setText(label)
        self._button.setToolTip(tip)
        self._button.show()

    def _on_button(self) -> None:
        action = self._action
        self.stop()
        if action is None:
            return
        if action.kind is ActionKind.OPEN_PAGE:
            open_link(action.target)
        elif action.kind is ActionKind.RETRY:
            self.retry_requested.emit()
        else:
            self.action_requested.emit(action)


def leads_elsewhere(action: Action) -> bool:
    """Return whether this is about another page of the settings than that of the servers."""
    return action.kind is ActionKind.OPEN_SETTINGS and action.target in ("", PROXY)


def describe(report: ServerReport) -> str:
    """Return what a test found: kind, models, context and seconds, then its notes."""
    facts = report.facts
    count = len(facts.models)
    known = "no models listed" if not count else "1 model" if count == 1 else f"{count:,} models"
    parts = [known]
    if facts.context_tokens:
        parts.append(f"{facts.context_tokens:,} tokens of context")
    parts.append(f"{report.seconds:.1f} s")
    return " ".join([f"{kind_name(facts.server)}: {', '.join(parts)}.", *report.notes])


def kind_name(kind: str) -> str:
    """Return what a kind is called, at the beginning of a line."""
    name = SERVER_KINDS[kind if kind in SERVER_KINDS else "openai"]
    return name[:1].upper() + name[1:] if kind in ("", "openai") else name
