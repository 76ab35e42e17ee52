"""What stands above the composer: the turns of a chat, or the empty state of a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.ui.chat.empty_state import EmptyState
from hfchat_gui.ui.links import open_link
from hfchat_gui.ui.look.theme import theme

if TYPE_CHECKING:
    from hfchat_gui.ui.transcript.transcript import Transcript


class PaneBody(QStackedLayout):
    """Shows one conversation; the transcript is made when there is first a turn to show."""

    action_requested = Signal(str, object)  # message id, Action
    turn_command = Signal(str, object)  # message id, TurnCommand
    let_go = Signal()  # the keyboard is not needed here

    def __init__(self, pane: QWidget) -> None:
        super().__init__()
        self._pane = pane
        self.empty = EmptyState(pane)
        self._transcript: Transcript | None = None
        self.addWidget(self.empty)
        theme().changed.connect(self._on_theme_changed)

    def show_conversation(self, conversation: Conversation) -> None:
        """Show the turns, or that there are none yet."""
        if not conversation.path_ids:
            self.unfollow()
            self.setCurrentWidget(self.empty)
            return
        transcript = self._made_transcript()
        transcript.show_conversation(conversation)
        self.setCurrentWidget(transcript)

    def exchange(self, before: Conversation, now: Conversation) -> None:
        """Show another conversation; where it cannot be drawn, raise why and show `before`."""
        try:
            self.show_conversation(now)
        except BaseException:
            try:
                self._drop_transcript()  # it may be half of the one and half of the other
            finally:
                self.show_conversation(before)
            raise

    def keep_up(self, conversation: Conversation) -> None:
        """Show the first turn of an empty chat, or that the last one is gone."""
        is_empty = not conversation.path_ids
        if is_empty != (self.currentWidget() is self.empty):
            self.show_conversation(conversation)

    def unfollow(self) -> None:
        """Stop following the conversation."""
        if self._transcript is not None:
            self._transcript.show_conversation(None)

    def warm_up(self) -> None:
        """Make what shows a conversation, so that the first message is no pause."""
        self._made_transcript()

    def _drop_transcript(self) -> None:
        transcript, self._transcript = self._transcript, None
        if transcript is None:
            return
        try:
            transcript.show_conversation(None)  # follow it no longer
        finally:
            self.removeWidget(transcript)
            transcript.hide()
            transcript.deleteLater()

    def _made_transcript(self) -> Transcript:
        if self._transcript is None:
            # Not needed for the first paint, and costs as much as all the rest: see `warm_up`.
            from hfchat_gui.ui.transcript.transcript import Transcript

            self._transcript = made = Transcript(self._pane)
            made.setAccessibleName("Transcript")
            made.action_requested.connect(self.action_requested)
            made.turn_command.connect(self.turn_command)
            made.let_go.connect(self.let_go)
            made.link_activated.connect(open_link)
            self._on_theme_changed()
            self.addWidget(made)
            QWidget.setTabOrder(self.empty.last_card, made)
        return self._transcript

    def _on_theme_changed(self) -> None:
        if self._transcript is not None:
            self._transcript.set_palette(theme().palette)
