"""Owns the sessions: one for each open conversation, alive while it streams."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from operator import attrgetter

from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.listeners import joined
from hfchat_gui.conversation.model_ref import ModelRef
from hfchat_gui.conversation.ports import (
    ConversationLibrary,
    ConversationWriter,
    Router,
    TypedModel,
)
from hfchat_gui.conversation.records import ConversationSummary
from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.conversation.tasks import Report

RemovalListener = Callable[[str, bool], None]


class Chats:
    """Opens conversations, lists them, and ends their replies when the program ends."""

    def __init__(
        self,
        router: Router,
        writer: ConversationWriter,
        library: ConversationLibrary,
        default_model: Callable[[], ModelRef],
        report: Report,
        *,
        default_sampling: Callable[[], SamplingOptions] = SamplingOptions,
        modern: Callable[[ModelRef], TypedModel | None] = lambda _: None,
    ) -> None:
        """`modern` says what stands for a model now whose host is gone, None for any other."""
        self._router = router
        self._writer = writer
        self._library = library
        self._default_model = default_model
        self._default_sampling = default_sampling
        self._modern = modern
        self._report = report
        self._sessions: dict[str, ChatSession] = {}
        self._deleted: dict[str, ChatSession | None] = {}
        self._listeners: list[Callable[[ChatSession], None]] = []
        self._removal_listeners: list[RemovalListener] = []

    def new(self, model: ModelRef | None = None) -> ChatSession:
        """Return the session of a fresh conversation.

        It is one of the chats, and is written, from its first turn on.
        """
        model = model or self._default_model()
        return self._renewed(self._session(Conversation.new(model, self._default_sampling())))

    async def open(self, conversation_id: str) -> ChatSession:
        """Return the conversation's session; raise `StorageFailed` if it cannot be read."""
        if conversation_id in self._sessions:
            return self._sessions[conversation_id]
        stored = await self._library.load(conversation_id)
        live = self._sessions.get(conversation_id)  # opened by another call meanwhile
        if live is not None:
            return live
        session = self._session(Conversation.stored(stored))
        self._sessions[conversation_id] = session
        return self._renewed(session)

    async def delete(self, conversation_id: str) -> None:
        """Put a chat into the bin, its open reply being stopped first.

        Raises `StorageFailed` where it cannot be put there; the chat then stays.
        """
        session = self._sessions.get(conversation_id)
        if session is not None:
            session.stop()
            await session.finished()
        await self._writer.bin_conversation(conversation_id)
        self._deleted[conversation_id] = self._sessions.pop(conversation_id, None)
        self._tell_removal(conversation_id, is_removed=True)

    async def undo_delete(self, conversation_id: str) -> None:
        """Bring a deleted chat back; raise `StorageFailed` where that fails."""
        await self._writer.unbin_conversation(conversation_id)
        session = self._deleted.pop(conversation_id, None)
        if session is not None:
            self._sessions[conversation_id] = session
        self._tell_removal(conversation_id, is_removed=False)

    async def rename(self, conversation_id: str, title: str) -> None:
        """Give a chat, open or not, a title of the person's; "" goes back to the made one.

        Raises `StorageFailed` if it cannot be read; where it cannot be written, its state says so.
        """
        session = await self.open(conversation_id)
        session.rename(title)
        if not session.is_replying:  # else it is written with the reply
            await session.finished()

    def session(self, conversation_id: str) -> ChatSession | None:
        """Return the live session of a conversation, or None."""
        return self._sessions.get(conversation_id)

    @property
    def replying_ids(self) -> frozenset[str]:
        """The conversations that are being answered now."""
        live = self._sessions.items()
        return frozenset(key for key, session in live if session.is_replying)

    async def summaries(self) -> Sequence[ConversationSummary]:
        """Return all conversations, newest first, those too that could not be written yet.

        This reads the whole library: ask once, and let `subscribe` tell what changes. Raises
        `StorageFailed` if it cannot be read.
        """
        stored = await self._library.summaries()
        live = [session.conversation.details.summary for session in self._sessions.values()]
        known = {row.id for row in live} | set(self._deleted)
        rows = [*live, *(row for row in stored if row.id not in known)]
        return sorted(rows, key=attrgetter("updated"), reverse=True)

    def subscribe(self, listener: Callable[[ChatSession], None]) -> Callable[[], None]:
        """Call `listener` with the session whose reply begins or ends, or whose details change.

        At the end of a reply it is called just before the conversation hears of it: read the
        time of the last turn a moment later. Returns what ends the calls.
        """
        return joined(self._listeners, listener)

    def subscribe_removals(self, listener: RemovalListener) -> Callable[[], None]:
        """Call `listener` with the id of a chat that is deleted (True) or brought back (False).

        Returns what ends the calls.
        """
        return joined(self._removal_listeners, listener)

    async def aclose(self) -> None:
        """End all open replies, keep their text, and wait until it is on disk."""
        await asyncio.gather(*(session.aclose() for session in self._sessions.values()))

    def _session(self, conversation: Conversation) -> ChatSession:
        session = ChatSession(
            conversation,
            self._router,
            self._writer,
            self._report,
            on_change=lambda: self._tell(session),
        )
        return session

    def _renewed(self, session: ChatSession) -> ChatSession:
        """Let the model that stands for a gone one answer from now on; the session says so."""
        found = self._modern(session.conversation.model)
        if found is not None and found.ref.name:  # else the card of the next reply says why
            session.replace_model(found.ref, found.note)
        return session

    def _tell_removal(self, conversation_id: str, *, is_removed: bool) -> None:
        for listener in tuple(self._removal_listeners):
            listener(conversation_id, is_removed)

    def _tell(self, session: ChatSession) -> None:
        key = session.conversation.id
        if session.conversation.is_kept and key not in self._deleted:
            self._sessions[key] = session
        for listener in tuple(self._listeners):
            listener(session)
