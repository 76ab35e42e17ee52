"""Keeps conversations: the store that fills `ConversationWriter` and `ConversationLibrary`."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from dataclasses import replace

from hfchat_gui.conversation.error_record import NEW_CHAT
from hfchat_gui.conversation.message import Message
from hfchat_gui.conversation.records import (
    ConversationDetails,
    ConversationSummary,
    StoredConversation,
)
from hfchat_gui.store import bin as paper_bin
from hfchat_gui.store import journal, rows
from hfchat_gui.store.database import Database
from hfchat_gui.store.failures import failure

NOT_THERE = "This chat is no longer in {folder}. Choose another one, or start a new chat."

# What the journal holds of an open reply: under which opening of the folder, conversation and id.
_Key = tuple[int, str, str]


class ConversationStore:
    """Conversations in one data folder. Writing takes the folder's lock, reading needs none."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tails: dict[_Key, journal.Tail] = {}  # used on the database's thread only

    # --- ConversationWriter -------------------------------------------------------------------

    async def save_turn(self, details: ConversationDetails, messages: Sequence[Message]) -> None:
        """Write details and these turns; return once they are durable. May be repeated."""

        def work(connection: sqlite3.Connection) -> None:
            rows.save_details(connection, details)
            rows.save_messages(connection, details.id, messages)
            journal.drop(connection, details.id, messages)

        def then(_: None) -> None:
            for message in messages:
                self._tails.pop(self._key(details.id, message), None)

        await self._database.write(work, then=then)

    async def journal(self, conversation_id: str, message: Message) -> None:
        """Append what an open reply grew by, without a sync; `save_turn` comes first."""

        def work(connection: sqlite3.Connection) -> journal.Tail | None:
            tail = self._tails.get(self._key(conversation_id, message))
            return journal.append(connection, conversation_id, message, tail)

        def then(tail: journal.Tail | None) -> None:
            if tail is not None:
                self._tails[self._key(conversation_id, message)] = tail

        await self._database.write(work, durable=False, then=then)

    async def settle(self, details: ConversationDetails, message: Message) -> None:
        """Write a reply's last state and drop its journal; return once durable."""
        await self.save_turn(details, [message])

    async def save_details(self, details: ConversationDetails) -> None:
        """Write title, system prompt, model and the like; return once durable."""
        await self._database.write(lambda connection: rows.save_details(connection, details))

    async def bin_turns(self, details: ConversationDetails, message_ids: Sequence[str]) -> None:
        """Put turns into the bin, where `load` does not see them; return once durable."""
        await self._mark_turns(details, message_ids, time.time())

    async def unbin_turns(self, details: ConversationDetails, message_ids: Sequence[str]) -> None:
        """Bring turns back from the bin; return once durable."""
        await self._mark_turns(details, message_ids, None)

    async def bin_conversation(self, conversation_id: str) -> None:
        """Put a conversation into the bin; return once durable. One that was never kept is fine."""
        await self._mark_conversation(conversation_id, time.time())

    async def unbin_conversation(self, conversation_id: str) -> None:
        """Bring a conversation back from the bin; return once durable."""
        await self._mark_conversation(conversation_id, None)

    # --- ConversationLibrary ------------------------------------------------------------------

    async def summaries(self) -> Sequence[ConversationSummary]:
        """Return all conversations but those in the bin, newest first."""
        return await self._database.read(rows.load_summaries) or ()

    async def load(self, conversation_id: str) -> StoredConversation:
        """Return one conversation with what the journal knows of its open reply.

        What lies in the bin is left out; a whole conversation there cannot be loaded.

        An open reply that nobody is writing any more is returned as interrupted.
        """
        stored = await self._database.read(lambda found: self._load(found, conversation_id))
        if stored is None:
            unknown = failure(NOT_THERE, self._database.folder)
            unknown.action = NEW_CHAT
            raise unknown
        return stored

    def _load(
        self, connection: sqlite3.Connection, conversation_id: str
    ) -> StoredConversation | None:
        details = rows.load_details(connection, conversation_id)
        if details is None:
            return None
        messages = rows.load_messages(connection, conversation_id)
        gone = paper_bin.binned_turns(connection, conversation_id)
        messages = [
            message
            for message in journal.merged(connection, conversation_id, messages)
            if message.id not in gone
        ]
        if any(m.state.is_open for m in messages) and not self._database.is_being_written():
            messages = [journal.interrupted(message) for message in messages]
        return StoredConversation(_with_an_end(details, messages), tuple(messages))

    async def _mark_turns(
        self, details: ConversationDetails, message_ids: Sequence[str], since: float | None
    ) -> None:
        def work(connection: sqlite3.Connection) -> None:
            rows.save_details(connection, details)
            paper_bin.mark_turns(connection, details.id, message_ids, since)

        await self._database.write(work)

    async def _mark_conversation(self, conversation_id: str, since: float | None) -> None:
        await self._database.write(
            lambda connection: paper_bin.mark_conversation(connection, conversation_id, since)
        )

    def _key(self, conversation_id: str, message: Message) -> _Key:
        return self._database.epoch, conversation_id, message.id


def _with_an_end(details: ConversationDetails, messages: Sequence[Message]) -> ConversationDetails:
    """Let the path end with the turn that came last where it ends with none that is there."""
    if details.leaf is None or any(message.id == details.leaf for message in messages):
        return details
    return replace(details, leaf=messages[-1].id if messages else None)
