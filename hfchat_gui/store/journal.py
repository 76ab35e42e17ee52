"""The growth of open replies on disk: written without a sync, merged by readers, recovered once.

It is a table and not a file of its own, because SQLite's log already is a checksummed file that is
only appended to: a torn tail costs the last records and nothing else, and settling a reply and
dropping its journal is one transaction.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import replace

from hfchat_gui.conversation.error_record import CONTINUE
from hfchat_gui.conversation.errors import Interrupted
from hfchat_gui.conversation.message import Message, ReplyState
from hfchat_gui.store import rows
from hfchat_gui.store.encoding import Json, load_object
from hfchat_gui.store.growth import full_record, growth_record, replay

# What was written last: the turn as it was, and the record's number.
Tail = tuple[Message, int]

CUT = "HF Chat ended before this answer was complete. What had arrived was kept."


def append(
    connection: sqlite3.Connection, conversation_id: str, message: Message, tail: Tail | None
) -> Tail | None:
    """Write what `message` grew by since `tail`, which the last call returned; return the new tail.

    Without a tail the whole turn is written and replaces what was journalled of it; a turn that has
    been settled is left alone.
    """
    if tail is None:
        if rows.is_settled(connection, conversation_id, message.id):
            return None
        drop(connection, conversation_id, [message])
        number, record = 0, full_record(message)
    else:
        number, record = tail[1] + 1, growth_record(tail[0], message)
    if not record:
        return tail
    # ASCII keeps half a surrogate pair until the other half has come with the next growth.
    growth = json.dumps(record, separators=(",", ":"))
    key = (conversation_id, message.id, number)
    connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?)", (*key, growth))
    return message, number


def drop(connection: sqlite3.Connection, conversation_id: str, messages: Iterable[Message]) -> None:
    """Forget the journal of these turns: their rows now say it all."""
    connection.executemany(
        "DELETE FROM journal WHERE conversation = ? AND message = ?",
        [(conversation_id, message.id) for message in messages],
    )


def merged(
    connection: sqlite3.Connection, conversation_id: str, messages: list[Message]
) -> list[Message]:
    """Return these turns of a conversation as the journal continues them; nothing is written."""
    grown = _replayed(connection, conversation_id)
    result = [grown.pop(message.id, message) for message in messages]
    return [*result, *grown.values()]


def interrupted(message: Message) -> Message:
    """Return an open turn as one that was cut; any other as it is."""
    if not message.state.is_open:
        return message
    cut = replace(message, state=ReplyState.INTERRUPTED)
    error = Interrupted(CUT, action=CONTINUE if cut.ended_early else None)
    return replace(cut, error=error.record())


def recover(connection: sqlite3.Connection) -> None:
    """Turn what a program that ended left open into interrupted turns, and empty the journal.

    Called by the new owner of the folder's lock only, inside a transaction.
    """
    found = connection.execute(
        "SELECT conversation FROM journal"
        " UNION SELECT conversation FROM messages WHERE state IN ('waiting', 'streaming')"
    ).fetchall()
    for (conversation_id,) in found:
        stored = rows.load_messages(connection, conversation_id)
        known = {message.id: message for message in stored}
        changed = [
            cut
            for message in merged(connection, conversation_id, stored)
            if (cut := interrupted(message)) != known.get(message.id)
        ]
        rows.save_messages(connection, conversation_id, changed)
        _extend_path(connection, conversation_id, [m for m in changed if m.id not in known])
    connection.execute("DELETE FROM journal")


def _replayed(connection: sqlite3.Connection, conversation_id: str) -> dict[str, Message]:
    records: dict[str, list[Json]] = {}
    for message_id, growth in connection.execute(
        "SELECT message, growth FROM journal WHERE conversation = ? AND typeof(message) = 'text'"
        " ORDER BY message, number",
        (conversation_id,),
    ):
        records.setdefault(message_id, []).append(load_object(growth))
    return {message_id: replay(message_id, found) for message_id, found in records.items()}


def _extend_path(
    connection: sqlite3.Connection, conversation_id: str, messages: list[Message]
) -> None:
    # A reply that only the journal knew continues the active path, if it hangs at its end.
    for message in messages:
        connection.execute(
            "UPDATE conversations SET leaf = ? WHERE id = ? AND leaf IS ?",
            (message.id, conversation_id, message.parent),
        )
