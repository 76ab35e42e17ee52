"""One chat on screen: its turns or the empty state, the system prompt and the composer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from hfchat_gui.conversation.changes import ConversationChange, DetailsChanged
from hfchat_gui.conversation.errors import ErrorRecord, FolderInUse, PromptTooLong
from hfchat_gui.conversation.records import SaveState
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.ui.composer import Composer
from hfchat_gui.ui.empty_state import EmptyState
from hfchat_gui.ui.links import open_link
from hfchat_gui.ui.notices import Notices
from hfchat_gui.ui.palette import COLUMN_WIDTH, SPACE_M, SPACE_S, SPACE_XS
from hfchat_gui.ui.system_prompt import SystemPrompt
from hfchat_gui.ui.theme import theme
from hfchat_gui.ui.wording import short_name

if TYPE_CHECKING:
    from hfchat_gui.ui.transcript.transcript import Transcript

_COMPOSER_SHARE = 0.4
_SAVE_NOTICE = "save"
_PASTE_NOTICE = "paste"
_TOO_LONG_A_PROMPT = ErrorRecord(
    PromptTooLong.kind,
    "The text is too long for a system prompt and was not pasted. Paste it into the message.",
)


class ChatPane(QWidget):
    """Reads the session's conversation and calls the session; other sessions stream on unseen."""

    action_requested = Signal(str, object)  # message id, Action
    settings_requested = Signal()
    details_changed = Signal()

    def __init__(self, session: ChatSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pane")
        self._session = session
        self._drafts: dict[str, str] = {}
        self._unsubscribe: Callable[[], None] = lambda: None
        self.notices = Notices(self)
        self._empty = EmptyState(self)
        self._transcript: Transcript | None = None
        self._system_prompt = SystemPrompt(self)
        self._composer = Composer(self)
        self._stop = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        self._stop.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._body = QStackedLayout()
        self._lay_out()
        self._connect()
        self._show_body(session)
        self._attach(session)

    @property
    def session(self) -> ChatSession:
        """The session on screen."""
        return self._session

    def show_session(self, session: ChatSession) -> None:
        """Show another chat; what was written in this one stays its draft.

        All or nothing: where the chat cannot be drawn, its fault is raised and this one stays.
        """
        if session is self._session:
            return
        self.hand_on()
        self._draw(session)
        self.notices.clear(_PASTE_NOTICE)
        self._unsubscribe()
        self._drafts[self._session.conversation.id] = self._composer.text
        self._attach(session)
        self._composer.set_text(self._drafts.pop(session.conversation.id, ""))

    def show_reply_state(self) -> None:
        """Offer Stop or Send, as the session's reply is open or not."""
        self._composer.set_replying(self._session.is_replying)
        self._stop.setEnabled(self._session.is_replying)

    def show_token(self, *, expected: bool) -> None:
        """Say in an empty chat whether a Hugging Face model still needs a token."""
        self._empty.show_token(expected=expected)

    def hand_on(self) -> None:
        """Give the session what has been typed into the system prompt."""
        self._system_prompt.hand_on()

    def focus_message(self) -> None:
        """Put the cursor into the message."""
        self._composer.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_system_prompt(self) -> None:
        """Open the system prompt and put the cursor into it."""
        self._system_prompt.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def write_message(self, text: str) -> None:
        """Put `text` into the composer, ready to be sent or changed."""
        self._composer.set_text(text)
        self.focus_message()

    def warm_up(self) -> None:
        """Make what shows a conversation, so that the first message is no pause."""
        self._made_transcript()

    def detach(self) -> None:
        """Stop following the conversation, in every part of the pane."""
        self.hand_on()
        self._unsubscribe()
        if self._transcript is not None:
            self._transcript.show_conversation(None)

    def _lay_out(self) -> None:
        self._body.addWidget(self._empty)
        foot = QVBoxLayout()
        foot.setSpacing(SPACE_XS)
        foot.addWidget(self._system_prompt)
        foot.addWidget(self._composer)
        across = QHBoxLayout()
        across.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_M)
        across.addStretch(1)
        across.addLayout(foot, 1000)
        across.addStretch(1)
        for widget in (self._system_prompt, self._composer):
            widget.setMaximumWidth(COLUMN_WIDTH)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notices)
        column.addLayout(self._body, 1)
        column.addLayout(across)

    def _connect(self) -> None:
        self._empty.example_chosen.connect(self.write_message)
        self._empty.settings_requested.connect(self.settings_requested)
        self._system_prompt.edited.connect(self._on_prompt_edited)
        self._system_prompt.left.connect(self.focus_message)
        self._system_prompt.paste_refused.connect(self._on_paste_refused)
        self._composer.submitted.connect(self._on_submitted)
        self._composer.stop_requested.connect(self._on_stop)
        self._stop.activated.connect(self._on_stop)
        theme().changed.connect(self._on_theme_changed)

    def _attach(self, session: ChatSession) -> None:
        self._session = session
        self._unsubscribe = session.conversation.subscribe(self._on_change)
        self._show_details()
        self.show_reply_state()

    def _draw(self, session: ChatSession) -> None:
        try:
            self._show_body(session)
        except BaseException:
            try:
                self._drop_transcript()  # it may be half of the one and half of the other
            finally:
                self._show_body(self._session)
            raise

    def _drop_transcript(self) -> None:
        transcript, self._transcript = self._transcript, None
        if transcript is None:
            return
        try:
            transcript.show_conversation(None)  # follow it no longer
        finally:
            self._body.removeWidget(transcript)
            transcript.hide()
            transcript.deleteLater()

    def _show_body(self, session: ChatSession) -> None:
        conversation = session.conversation
        if not conversation.path_ids:
            if self._transcript is not None:
                self._transcript.show_conversation(None)
            self._body.setCurrentWidget(self._empty)
            return
        transcript = self._made_transcript()
        transcript.show_conversation(conversation)
        self._body.setCurrentWidget(transcript)

    def _made_transcript(self) -> Transcript:
        if self._transcript is None:
            # Not needed for the first paint, and costs as much as all the rest: see `warm_up`.
            from hfchat_gui.ui.transcript.transcript import Transcript

            self._transcript = Transcript(self)
            self._transcript.setAccessibleName("Transcript")
            self._transcript.action_requested.connect(self.action_requested)
            self._transcript.link_activated.connect(open_link)
            self._on_theme_changed()
            self._body.addWidget(self._transcript)
            QWidget.setTabOrder(self._empty.last_card, self._transcript)
        return self._transcript

    def _on_theme_changed(self) -> None:
        if self._transcript is not None:
            self._transcript.set_palette(theme().palette)

    def _show_details(self) -> None:
        conversation = self._session.conversation
        self._empty.show_model(conversation.model)
        self._composer.set_model_name(short_name(conversation.model))
        self._system_prompt.show_text(conversation.system_prompt)
        error = conversation.save_error
        if conversation.save_state is SaveState.FAILING and error is not None:
            self.notices.put(_SAVE_NOTICE, not_saved(error), self._session.save_again)
        else:
            self.notices.clear(_SAVE_NOTICE)
        self.details_changed.emit()

    def _on_change(self, change: ConversationChange) -> None:
        if isinstance(change, DetailsChanged):
            self._show_details()
        elif self._body.currentWidget() is self._empty:
            self._show_body(self._session)

    def _on_submitted(self, text: str) -> None:
        self.hand_on()
        if self._session.send(text):
            self._composer.clear()

    def _on_stop(self) -> None:
        self._session.stop()

    def _on_paste_refused(self) -> None:
        self.notices.put(_PASTE_NOTICE, _TOO_LONG_A_PROMPT)

    def _on_prompt_edited(self, text: str) -> None:
        self.notices.clear(_PASTE_NOTICE)
        self._session.set_system_prompt(text)

    # Qt's own names.

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._composer.set_room(int(self.height() * _COMPOSER_SHARE))


def not_saved(error: ErrorRecord) -> ErrorRecord:
    """Return the notice for a chat that cannot be written to disk for this reason."""
    if error.kind == FolderInUse.kind:
        return error
    return replace(error, message=f"This chat is not being saved: {error.message}")
