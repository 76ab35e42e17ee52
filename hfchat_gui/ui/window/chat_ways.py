"""The ways between chats: a new one, another one, one that goes into the bin and comes back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from hfchat_gui.conversation.chats import Chats
from hfchat_gui.conversation.draft import Draft
from hfchat_gui.conversation.error_record import NO_ACTION
from hfchat_gui.conversation.errors import InternalFault, StorageFailed
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.conversation.tasks import Report, TaskScope
from hfchat_gui.ui.chat.chat_pane import ChatPane
from hfchat_gui.ui.side_panel.side_panel import SidePanel
from hfchat_gui.ui.wording import cut

OPEN_NOTICE = "open"
CHANGE_NOTICE = "change "  # one for each chat: what fails for two of them is tried for both
_TITLE_IN_LINE = 60
_NOT_SHOWN = InternalFault(
    "This chat cannot be shown, because HF Chat failed to draw it. Nothing of it is lost. "
    "Report it with the log if it happens again after the next start.",
    action=NO_ACTION,
).record()


class ChatWays:
    """Puts chats on screen and takes them away; what fails is said above the chat."""

    def __init__(
        self,
        chats: Chats,
        pane: ChatPane,
        panel: SidePanel,
        tasks: TaskScope,
        *,
        report: Report,
        on_shown: Callable[[], None],
    ) -> None:
        self._chats = chats
        self._pane = pane
        self._panel = panel
        self._tasks = tasks
        self._report = report
        self._on_shown = on_shown
        self._wanted_id = pane.session.conversation.id

    def new(self) -> None:
        """Show an empty chat: the one on screen where it is empty."""
        if self._pane.session.conversation.path_ids:
            self.show(self._chats.new())
        self._pane.focus_message()

    def new_with(self, draft: Draft) -> None:
        """Show an empty chat, with this below what was being written for a new one."""
        self.new()
        self._pane.take_draft(draft)

    def show(self, session: ChatSession) -> None:
        """Put this chat on screen; where it cannot be drawn, say so and stay where we are."""
        try:
            self._pane.show_session(session)
        except Exception as error:  # noqa: BLE001 - reported whole; the fault is the drawing's
            self._report(error)
            self._wanted_id = self._pane.session.conversation.id
            self._pane.notices.put(OPEN_NOTICE, _NOT_SHOWN)
            self._panel.mark(self._wanted_id)
            return
        self._wanted_id = session.conversation.id
        self._pane.notices.clear(OPEN_NOTICE)
        self._on_shown()
        self._panel.mark(session.conversation.id)

    def open(self, conversation_id: str) -> None:
        """Read a chat from disk, if need be, and show it unless another one is wanted by then."""
        self._wanted_id = conversation_id
        self._tasks.start(self._open(conversation_id), "open a conversation")

    def rename(self, conversation_id: str, title: str) -> None:
        """Give a chat this title; "" goes back to the one that was made from it."""
        self._tasks.start(self._rename(conversation_id, title), "rename a chat")

    def rename_shown(self, conversation_id: str, title: str) -> None:
        """Do so from the bar, and go on in the message of the chat that is still on screen."""
        if self._pane.session.conversation.id == conversation_id:
            self._pane.focus_message()
        self.rename(conversation_id, title)

    def delete(self, conversation_id: str, title: str) -> None:
        """Put a chat into the bin, and offer the way back."""
        self._tasks.start(self._delete(conversation_id, title), "delete a chat")

    def delete_shown(self) -> None:
        """Put the chat on screen into the bin."""
        conversation = self._pane.session.conversation
        self.delete(conversation.id, conversation.title)

    def _leave_deleted(self, conversation_id: str, title: str) -> None:
        """Offer the way back from the bin; show a new chat in place of one that went there."""
        was_shown = self._pane.session.conversation.id == conversation_id
        if was_shown:
            self.show(self._chats.new())
            self._pane.focus_message()
        undo = partial(self._start_undo, conversation_id, is_shown=was_shown)
        self._pane.offer_undo(f"“{cut(title, _TITLE_IN_LINE)}” deleted", undo)

    async def _open(self, conversation_id: str) -> None:
        try:
            session = await self._chats.open(conversation_id)
        except StorageFailed as error:
            if self._wanted_id == conversation_id:  # else another one was chosen meanwhile
                again = partial(self.open, conversation_id)
                self._pane.notices.put(OPEN_NOTICE, error.record(), again)
            return
        if self._wanted_id == conversation_id:
            self.show(session)
            self._pane.focus_message()

    async def _rename(self, conversation_id: str, title: str) -> None:
        again = partial(self.rename, conversation_id, title)
        await self._is_done(self._chats.rename(conversation_id, title), conversation_id, again)

    async def _delete(self, conversation_id: str, title: str) -> None:
        again = partial(self.delete, conversation_id, title)
        if await self._is_done(self._chats.delete(conversation_id), conversation_id, again):
            self._leave_deleted(conversation_id, title)

    def _start_undo(self, conversation_id: str, *, is_shown: bool) -> None:
        self._tasks.start(self._undo(conversation_id, is_shown=is_shown), "undo a deletion")

    async def _undo(self, conversation_id: str, *, is_shown: bool) -> None:
        again = partial(self._start_undo, conversation_id, is_shown=is_shown)
        work = self._chats.undo_delete(conversation_id)
        if await self._is_done(work, conversation_id, again) and is_shown:
            self.open(conversation_id)

    async def _is_done(
        self, work: Awaitable[None], conversation_id: str, again: Callable[[], None]
    ) -> bool:
        key = CHANGE_NOTICE + conversation_id
        try:
            await work
        except StorageFailed as error:
            self._pane.notices.put(key, error.record(), again)
            return False
        self._pane.notices.clear(key)
        return True
