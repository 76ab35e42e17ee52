"""What is being written in the chat on screen: a new message, or a new version of an earlier one.

The draft of each chat is kept; while an earlier message is edited, the draft waits, and what has
been changed so far is kept below it, so that a crash costs neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from hfchat_gui.conversation.draft import NEW_CHAT_DRAFT, Draft
from hfchat_gui.conversation.message import AttachedText, Message, Role
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.ui.composer.composer import Composer
from hfchat_gui.ui.composer.draft_keeping import DraftKeeper, with_added


@dataclass(slots=True)
class _Edit:
    """An earlier message under work: `before` is the draft that waits, `now` what is written."""

    message_id: str
    original: Draft
    before: Draft
    now: Draft

    @property
    def kept(self) -> Draft:
        """What a crash must not cost."""
        changed = self.now if self.now != self.original else Draft()
        return with_added(self.before, changed)


class Writing(QObject):
    """Fills the composer of the session on screen and hands to the session what is sent."""

    about_to_send = Signal()
    sent = Signal()
    shown = Signal()  # a draft or an earlier message is in the composer now
    edit_given_up = Signal(object)  # what takes it back: a function

    def __init__(
        self, session: ChatSession, composer: Composer, keeper: DraftKeeper, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._composer = composer
        self._keeper = keeper
        self._session = session
        self._key = NEW_CHAT_DRAFT
        self._edits: dict[str, _Edit] = {}  # by conversation
        self._is_filling = False
        composer.changed.connect(self._on_changed)
        composer.submitted.connect(self._on_submitted)
        composer.editing_cancelled.connect(self.cancel_edit)
        composer.edit.last_turn_wanted.connect(self.edit_last)
        keeper.found.connect(self._on_found)
        self.show_session(session)

    @property
    def is_editing(self) -> bool:
        """Whether an earlier message is edited in this chat."""
        return self._edit is not None

    def show_session(self, session: ChatSession) -> None:
        """Go on with what was being written in this chat."""
        self._keeper.write()
        self._session = session
        self._key = _key(session)
        self._show()
        self._keeper.read(self._key)

    def take_draft(self, draft: Draft) -> None:
        """Put `draft` below what is written as a new message; nothing is sent."""
        if (edit := self._edit) is None:
            self._composer.add(draft)
            return
        edit.before = with_added(edit.before, draft)
        self._keeper.note(self._key, edit.kept)

    def draft_of(self, session: ChatSession) -> Draft:
        """Return what is being written in this chat, on screen or not."""
        if self._is_shown(session):
            return self._composer.draft
        edit = self._edits.get(session.conversation.id)
        return edit.now if edit is not None else self._keeper.draft(_key(session))

    def take_pieces(self, session: ChatSession, pieces: Sequence[AttachedText]) -> None:
        """Attach these to what is being written in this chat, on screen or not."""
        if self._is_shown(session):
            self._composer.attached.extend(pieces)
            return
        draft = with_added(self.draft_of(session), Draft("", tuple(pieces)))
        if (edit := self._edits.get(session.conversation.id)) is not None:
            edit.now = draft
            draft = edit.kept
        self._keeper.note(_key(session), draft)

    def begin_edit(self, message_id: str) -> None:
        """Put an earlier message of the person's into the composer; the draft waits."""
        message = self._own_message(message_id)
        if message is None:
            return
        self.cancel_edit()
        text = Draft(message.text, message.attached)
        before = self._composer.draft
        self._edits[self._session.conversation.id] = _Edit(message_id, text, before, text)
        self._show()

    def edit_last(self) -> None:
        """Edit the person's last message, where nothing is being written."""
        own = [turn.id for turn in self._session.conversation.path if turn.role is Role.USER]
        if own and self._edit is None and self._composer.draft == Draft():
            self.begin_edit(own[-1])

    def cancel_edit(self) -> None:
        """Leave the earlier message as it is, and go on with the draft."""
        edit = self._ended_edit()
        if edit is not None and edit.now != edit.original:
            session = self._session
            self.edit_given_up.emit(lambda: self._resume(session, edit))

    def check_edit(self) -> None:
        """Give up the edit of a message that is not there any more; what was written stays."""
        edit = self._edit
        if edit is not None and self._own_message(edit.message_id) is None:
            edit.before = edit.kept
            self._ended_edit()

    def _is_shown(self, session: ChatSession) -> bool:
        """Whether this is the chat on screen; what is written for a new one is shared by all."""
        return session is self._session or _key(session) == self._key

    @property
    def _edit(self) -> _Edit | None:
        return self._edits.get(self._session.conversation.id)

    def _own_message(self, message_id: str) -> Message | None:
        conversation = self._session.conversation
        message = conversation.message(message_id) if conversation.has(message_id) else None
        return message if message is not None and message.role is Role.USER else None

    def _resume(self, session: ChatSession, edit: _Edit) -> None:
        if session is not self._session or self._edit is not None:
            return
        edit.before = self._composer.draft
        self._edits[session.conversation.id] = edit
        self._show()
        self.check_edit()  # the message may be gone by now

    def _ended_edit(self) -> _Edit | None:
        edit = self._edits.pop(self._session.conversation.id, None)
        if edit is not None:
            self._keeper.note(self._key, edit.before)
            self._show()
        return edit

    def _show(self) -> None:
        edit = self._edit
        self._is_filling = True
        self._composer.set_editing(edit is not None)
        self._composer.set_draft(self._keeper.draft(self._key) if edit is None else edit.now)
        self._is_filling = False
        self.shown.emit()

    def _on_changed(self) -> None:
        if self._is_filling:
            return
        draft = self._composer.draft
        if (edit := self._edit) is not None:
            edit.now = draft
            draft = edit.kept
        self._keeper.note(self._key, draft)

    def _on_found(self, key: str, stored: Draft) -> None:
        if key != self._key:
            return
        if (edit := self._edit) is not None:
            edit.before = with_added(edit.before, stored)
        else:
            self._composer.add(stored)

    def _on_submitted(self, draft: Draft) -> None:
        self.about_to_send.emit()
        edit = self._edit
        if edit is None:
            taken = self._session.send(draft.text, draft.attached)
        else:
            taken = self._session.edit(edit.message_id, draft.text, draft.attached)
        if taken:
            self._on_taken()

    def _on_taken(self) -> None:
        if self._ended_edit() is None:
            self._composer.clear()
        self._keeper.write()
        self._key = self._session.conversation.id
        self.sent.emit()


def _key(session: ChatSession) -> str:
    return session.conversation.id if session.conversation.is_kept else NEW_CHAT_DRAFT
