"""The way to another model: the picker, opened under the model's button, and what is chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QWidget

from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.look.palette import SPACE_XS
from hfchat_gui.ui.ports import WindowPorts

if TYPE_CHECKING:
    from hfchat_gui.ui.model_picker.popup import ModelPicker


class ModelWay(QObject):
    """Makes the picker when it is wanted first. `chosen` is said when the session has the model."""

    chosen = Signal()
    servers_requested = Signal()
    key_not_kept = Signal(str)  # a sentence that says why

    def __init__(
        self,
        window: QWidget,
        button: QWidget,
        ports: WindowPorts,
        tasks: TaskScope,
        *,
        session: Callable[[], ChatSession],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._button = button
        self._ports = ports
        self._tasks = tasks
        self._session = session
        self._picker: ModelPicker | None = None
        self._focus_before: QWidget | None = None
        self._untried: set[ModelRef] = set()

    def open(self) -> None:
        """Show the picker, the session's model marked."""
        if self._picker is None:
            from hfchat_gui.ui.model_picker.popup import ModelPicker

            self._picker = ModelPicker(self._window, self._ports, self._tasks)
            self._picker.chosen.connect(self._on_chosen)
            self._picker.closed.connect(self._on_closed)
            self._picker.key_not_kept.connect(self.key_not_kept)
            self._picker.manage_servers_requested.connect(self.servers_requested)
        self._focus_before = self._window.focusWidget()
        below = QPoint(0, self._button.height() + SPACE_XS)
        corner = self._button.mapTo(self._window, below)
        self._picker.open_at(corner, self._session().conversation.model)

    def _on_closed(self) -> None:
        before = self._focus_before or self._button
        before.setFocus(Qt.FocusReason.PopupFocusReason)

    def note_answers(self, session: ChatSession) -> None:
        """Let a model whose name was typed answer new chats too, once it has answered at all."""
        conversation = session.conversation
        last = conversation.message(conversation.path_ids[-1]) if conversation.path_ids else None
        if last is not None and last.model in self._untried and last.text:
            self._untried.discard(last.model)
            self._ports.preferences.set_last_model(last.model)

    def _on_chosen(self, model: ModelRef, is_listed: bool) -> None:
        preferences = self._ports.preferences
        if model.source is Source.ROUTER:
            preferences.remember_router_model(model.name)
        if is_listed:
            preferences.set_last_model(model)
        else:  # a slip of the pen is not to meet one in every new chat
            self._untried.add(model)
        self._session().set_model(model)
        self.chosen.emit()
