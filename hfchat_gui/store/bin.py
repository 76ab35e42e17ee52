"""The bin: rows stay in place and bear the time they were put away, until they are too old."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

DAYS_KEPT = 30
"""How long something lies in the bin before it is really deleted."""

_BIN_TURN = "UPDATE messages SET binned = ? WHERE conversation = ? AND id = ?"
_BIN_CONVERSATION = "UPDATE conversations SET binned = ? WHERE id = ?"


def mark_turns(
    connection: sqlite3.Connection,
    conversation_id: str,
    message_ids: Sequence[str],
    since: float | None,
) -> None:
    """Put turns into the bin at the Unix time `since`, or bring them back (None)."""
    connection.executemany(_BIN_TURN, [(since, conversation_id, key) for key in message_ids])


def mark_conversation(
    connection: sqlite3.Connection, conversation_id: str, since: float | None
) -> None:
    """Put a conversation into the bin at the Unix time `since`, or bring it back (None)."""
    connection.execute(_BIN_CONVERSATION, (since, conversation_id))


def binned_turns(connection: sqlite3.Connection, conversation_id: str) -> frozenset[str]:
    """Return the ids of the turns that lie in the bin."""
    found = connection.execute(
        "SELECT id FROM messages WHERE conversation = ? AND binned IS NOT NULL", (conversation_id,)
    )
    return frozenset(key for (key,) in found)


def empty(connection: sqlite3.Connection, now: float) -> None:
    """Really delete what has lain in the bin for more than `DAYS_KEPT` days, overwriting it."""
    before = now - DAYS_KEPT * 24 * 60 * 60
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute(
        "DELETE FROM drafts WHERE conversation IN (SELECT id FROM conversations WHERE binned < ?)",
        (before,),
    )
    connection.execute("DELETE FROM conversations WHERE binned < ?", (before,))
    connection.execute("DELETE FROM messages WHERE binned < ?", (before,))
    connection.execute("PRAGMA secure_delete = OFF")
