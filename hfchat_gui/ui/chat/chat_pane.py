"""One chat on screen: its turns or the empty state, the system prompt and the composer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from hfchat_gui.conversation.changes import ConversationChange, DetailsChanged, PathChanged
from hfchat_gui.conversation.choices import SendKey
from hfchat_gui.conversation.draft import Draft
from hfchat_gui.conversation.error_record import Action, ErrorRecord
from hfchat_gui.conversation.ports import Drafts, Preferences
from hfchat_gui.conversation.records import SaveState
from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.conversation.tasks import Report, TaskScope
from hfchat_gui.ui.chat.notices import Notices
from hfchat_gui.ui.chat.pane_body import PaneBody
from hfchat_gui.ui.chat.pane_notices import TOO_LONG_A_PROMPT, not_kept, not_saved
from hfchat_gui.ui.chat.system_prompt import SystemPrompt
from hfchat_gui.ui.chat.turn_commands import carry_out, carry_out_action
from hfchat_gui.ui.chat.undo_bar import UndoBar
from hfchat_gui.ui.composer.attaching import Attaching
from hfchat_gui.ui.composer.chat_options import ChatOptions, in_words
from hfchat_gui.ui.composer.composer import Composer
from hfchat_gui.ui.composer.draft_keeping import DraftKeeper
from hfchat_gui.ui.composer.handed_over import is_for_the_pane
from hfchat_gui.ui.composer.writing import Writing
from hfchat_gui.ui.look.palette import COLUMN_WIDTH, SPACE_M, SPACE_S, SPACE_XS
from hfchat_gui.ui.transcript.commands import TurnCommand
from hfchat_gui.ui.wording import short_name

_COMPOSER_SHARE = 0.4
_SAVE_NOTICE = "save"
_PASTE_NOTICE = "paste"
_ATTACH_NOTICE = "attach"
_DRAFT_NOTICE = "draft"
_WORD_NOTICE = "word"


class ChatPane(QWidget):
    """Reads the session's conversation and calls the session; other sessions stream on unseen."""

    action_requested = Signal(str, object)  # message id, Action
    settings_requested = Signal()
    details_changed = Signal()
    undo_changed = Signal()
    drafts_changed = Signal(object)  # frozenset of the ids of the chats that have a draft

    def __init__(
        self,
        session: ChatSession,
        drafts: Drafts,
        preferences: Preferences,
        report: Report,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("pane")
        self.setAcceptDrops(True)
        self._session = session
        self._reading, self._keeping = TaskScope(report), TaskScope(report)
        self._unsubscribe: Callable[[], None] = lambda: None
        self.notices = Notices(self)
        self._body = PaneBody(self)
        self._system_prompt = SystemPrompt(self)
        self._preferences = preferences
        self._options = ChatOptions(lambda: preferences.sampling, self)
        self._undo_bar = UndoBar(self)
        self._composer = Composer(self)
        self._keeper = DraftKeeper(drafts, self._keeping, self)
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        self._escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._lay_out()
        self._connect()
        self._body.show_conversation(session.conversation)
        self._writing = Writing(session, self._composer, self._keeper, self)
        self._attaching = Attaching(session, self._composer, self._writing, self._reading, self)
        self._attaching.refused.connect(self._on_refused)
        self._attaching.removed.connect(self._offer_undo_in_message)
        self._writing.about_to_send.connect(self.hand_on)
        self._writing.sent.connect(self._on_sent)
        self._writing.shown.connect(self.show_reply_state)
        self._writing.edit_given_up.connect(self._on_edit_given_up)
        self.set_send_key(preferences.send_key)
        self._attach(session)
        self.show_reply_state()
        self._keeper.read_marks()

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
        self._body.exchange(self._session.conversation, session.conversation)
        self.notices.clear(_PASTE_NOTICE)
        self._undo_bar.end_message()
        self._unsubscribe()
        self._attach(session)
        self._writing.show_session(session)
        self._attaching.show_session(session)

    def show_reply_state(self) -> None:
        """Offer Stop or Send, as the session's reply is open or not."""
        self._composer.set_replying(self._session.is_replying)
        self._escape.setEnabled(self._session.is_replying or self._writing.is_editing)

    def show_token(self, *, expected: bool) -> None:
        """Say in an empty chat whether a Hugging Face model still needs a token."""
        self._body.empty.show_token(expected=expected)

    def hand_on(self) -> None:
        """Give the session what has been typed into the system prompt."""
        self._system_prompt.hand_on()

    def focus_message(self) -> None:
        """Put the cursor into the message."""
        self._composer.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_system_prompt(self) -> None:
        """Open the system prompt and put the cursor into it."""
        self._system_prompt.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def set_send_key(self, key: SendKey) -> None:
        """Send messages with this key from now on."""
        self._composer.set_send_key(key)

    def write_message(self, text: str) -> None:
        """Put `text` in place of what is typed, ready to be sent or changed; it can be undone."""
        self._composer.replace_text(text)
        self.focus_message()

    def take_draft(self, draft: Draft) -> None:
        """Put `draft` below what is written: nothing is lost, and nothing is sent."""
        self._writing.take_draft(draft)
        self.focus_message()

    def choose_files(self) -> None:
        """Let the person choose text files to attach."""
        self._attaching.choose_files()

    def offer_undo(self, text: str, undo: Callable[[], None]) -> None:
        """Say above the composer what was done, and call `undo` if it is to be taken back.

        It is offered in every chat; what was done before it is offered again once it is undone.
        """
        self._undo_bar.offer(text, undo)

    @property
    def can_undo(self) -> bool:
        """Whether something that was done here can be taken back; `undo_changed` says anew."""
        return self._undo_bar.can_use

    def undo(self) -> None:
        """Take back what was done last, in this chat or to the list of chats."""
        self._undo_bar.use()

    async def keep_draft(self) -> None:
        """Return once what is written is on disk; a failure is said in the window."""
        await self._keeper.keep()

    async def aclose(self) -> None:
        """Keep what is written, and end all that the pane has begun."""
        await self._reading.aclose()
        await self.keep_draft()
        await self._keeping.aclose()

    def warm_up(self) -> None:
        """Make what shows a conversation, so that the first message is no pause."""
        self._body.warm_up()

    def detach(self) -> None:
        """Stop following the conversation, in every part of the pane."""
        self.hand_on()
        self._unsubscribe()
        self._body.unfollow()

    def _lay_out(self) -> None:
        foot = QVBoxLayout()
        foot.setSpacing(SPACE_XS)
        parts = (self._system_prompt, self._options, self._undo_bar, self._composer)
        for part in parts:
            foot.addWidget(part)
            part.setMaximumWidth(COLUMN_WIDTH)
        across = QHBoxLayout()
        across.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_M)
        across.addStretch(1)
        across.addLayout(foot, 1000)
        across.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notices)
        column.addLayout(self._body, 1)
        column.addLayout(across)

    def _connect(self) -> None:
        self._body.action_requested.connect(self._on_action)
        self._body.turn_command.connect(self._on_turn_command)
        self._body.let_go.connect(self.focus_message)
        self._body.empty.example_chosen.connect(self.write_message)
        self._body.empty.settings_requested.connect(self.settings_requested)
        self._system_prompt.edited.connect(self._on_prompt_edited)
        self._system_prompt.left.connect(self.focus_message)
        self._system_prompt.paste_refused.connect(self._on_paste_refused)
        self._options.edited.connect(self._on_sampling_edited)
        self._options.more_requested.connect(self._on_more_options)
        self._options.left.connect(self._on_options_left)
        self._composer.options_requested.connect(self._on_options)
        self._composer.stop_requested.connect(self._on_stop)
        self._composer.edit.undo_wanted.connect(self.undo)
        self._undo_bar.changed.connect(self.undo_changed)
        self._keeper.failed.connect(self._on_drafts_failed)
        self._keeper.marked.connect(self.drafts_changed)
        self._escape.activated.connect(self._on_escape)
        # Wherever the keyboard is in the window, but for fields: those hear it first.
        QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self, self.undo)

    def _attach(self, session: ChatSession) -> None:
        self._session = session
        self._undo_bar.show_chat(session.conversation.id)
        self._unsubscribe = session.conversation.subscribe(self._on_change)
        self._options.show_chat(session.conversation.details.sampling)
        self._show_details()
        self.notices.say(_WORD_NOTICE, session.take_word())

    def _show_details(self) -> None:
        conversation = self._session.conversation
        self._body.empty.show_model(conversation.model)
        self._composer.set_model_name(short_name(conversation.model))
        self._system_prompt.show_text(conversation.system_prompt)
        self._options.show_sampling(conversation.details.sampling)
        self._composer.set_options(in_words(conversation.details.sampling))
        error = conversation.save_error
        if conversation.save_state is SaveState.FAILING and error is not None:
            self.notices.put(_SAVE_NOTICE, not_saved(error), self._session.save_again)
        else:
            self.notices.clear(_SAVE_NOTICE)
        self.details_changed.emit()

    def _on_change(self, change: ConversationChange) -> None:
        if isinstance(change, DetailsChanged):
            self._show_details()
            return
        self._body.keep_up(self._session.conversation)
        if isinstance(change, PathChanged):
            self._writing.check_edit()

    # What the person does.

    def _on_action(self, message_id: str, action: Action) -> None:
        if not carry_out_action(self._session, message_id, action):
            self.action_requested.emit(message_id, action)

    def _on_turn_command(self, message_id: str, command: TurnCommand) -> None:
        if command is TurnCommand.EDIT:
            self._writing.begin_edit(message_id)
            self.focus_message()
        else:
            carry_out(self._session, message_id, command, self._offer_undo_in_chat)

    def _on_sent(self) -> None:
        self.notices.clear(_ATTACH_NOTICE)
        self._undo_bar.end_message()

    def _on_escape(self) -> None:
        if self._session.is_replying:
            self._session.stop()
        else:
            self._writing.cancel_edit()

    def _on_stop(self) -> None:
        self._session.stop()

    def _on_edit_given_up(self, take_back: Callable[[], None]) -> None:
        self._offer_undo_in_chat("The changes to the message were dropped", take_back)

    def _offer_undo_in_chat(self, text: str, undo: Callable[[], None]) -> None:
        self._undo_bar.offer(text, undo, chat=self._session.conversation.id)

    def _offer_undo_in_message(self, text: str, undo: Callable[[], None]) -> None:
        chat = self._session.conversation.id
        self._undo_bar.offer(text, undo, chat=chat, is_of_message=True)

    def _on_options(self) -> None:
        if self._options.isHidden():
            self._options.show()
            self._options.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self._on_options_left()

    def _on_options_left(self) -> None:
        self._options.hide()
        self.focus_message()

    def _on_more_options(self) -> None:
        self._reading.start(self._open_parameters(self._session), "more parameters")

    async def _open_parameters(self, session: ChatSession) -> None:
        from hfchat_gui.eventloop.dialogs import finished
        from hfchat_gui.ui.composer.parameter_sheet import ParameterSheet

        sampling = session.conversation.details.sampling
        sheet = ParameterSheet(sampling, self._preferences.sampling, self)
        sheet.edited.connect(session.set_sampling)
        try:
            await finished(sheet)
        finally:
            sheet.deleteLater()

    def _on_sampling_edited(self, sampling: SamplingOptions) -> None:
        self._session.set_sampling(sampling)

    def _on_refused(self, text: str) -> None:
        self.notices.say(_ATTACH_NOTICE, text)

    def _on_drafts_failed(self, error: ErrorRecord | None) -> None:
        if error is None:
            self.notices.clear(_DRAFT_NOTICE)
        else:
            self.notices.put(_DRAFT_NOTICE, not_kept(error), self._keeper.write)

    def _on_paste_refused(self) -> None:
        self.notices.say(_PASTE_NOTICE, TOO_LONG_A_PROMPT)

    def _on_prompt_edited(self, text: str) -> None:
        self.notices.clear(_PASTE_NOTICE)
        self._session.set_system_prompt(text)

    # Qt's own names.

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if is_for_the_pane(event.mimeData()):
            event.acceptProposedAction()
            self._composer.set_drop_place(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._composer.set_drop_place(False)

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self._composer.set_drop_place(False)
        self._attaching.take(event.mimeData())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._composer.set_room(int(self.height() * _COMPOSER_SHARE))
