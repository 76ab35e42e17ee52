"""Keeps what is written but not sent, so that neither a crash nor another chat takes it away."""

from __future__ import annotations

import sqlite3

from hfchat_gui.conversation.draft import Draft
from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.store.database import Database
from hfchat_gui.store.encoding import dump, load_object, read_parts, text_of, write_parts


class DraftStore:
    """Fills `Drafts`. What is kept survives the end of the program, however it comes.

    It is written without a sync: a crash of the whole machine may take back the last seconds.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def ids(self) -> frozenset[str]:
        """Return the chats that have a draft; raise `StorageFailed`."""
        return await self._database.read(_ids) or frozenset()

    async def draft(self, conversation_id: str) -> Draft:
        """Return the draft of a chat, an empty one where there is none; raise `StorageFailed`."""
        found = await self._database.read(lambda connection: _load(connection, conversation_id))
        return found or Draft()

    async def keep(self, conversation_id: str, draft: Draft) -> None:
        """Keep a draft, or forget an empty one; raise `StorageFailed`."""

        def work(connection: sqlite3.Connection) -> None:
            if draft.is_empty:
                connection.execute("DELETE FROM drafts WHERE conversation = ?", (conversation_id,))
            else:
                row = (conversation_id, _write(draft))
                connection.execute("INSERT OR REPLACE INTO drafts VALUES (?, ?)", row)

        await self._database.write(work, durable=False)


def _ids(connection: sqlite3.Connection) -> frozenset[str]:
    return frozenset(key for (key,) in connection.execute("SELECT conversation FROM drafts"))


def _load(connection: sqlite3.Connection, conversation_id: str) -> Draft | None:
    row = connection.execute(
        "SELECT draft FROM drafts WHERE conversation = ?", (conversation_id,)
    ).fetchone()
    if row is None:
        return None
    data = load_object(row[0])
    parts = read_parts(data.get("attached"))
    attached = tuple(part for part in parts if isinstance(part, AttachedText))
    return Draft(text_of(data, "text"), attached)


def _write(draft: Draft) -> str:
    return dump({"text": draft.text, "attached": write_parts(draft.attached)})
