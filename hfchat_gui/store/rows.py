"""Puts conversations and turns into rows and takes them out again; rows stay in this room."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterable
from typing import Any

from hfchat_gui.conversation.characters import whole_characters
from hfchat_gui.conversation.message import ContentPart, Message, ReplyState, Role, TextPart
from hfchat_gui.conversation.records import ConversationDetails, ConversationSummary
from hfchat_gui.store import encoding
from hfchat_gui.store.cells import number_in, text_in, text_or_none
from hfchat_gui.store.encoding import Json, dump, load_object

log = logging.getLogger(__name__)

Row = tuple[Any, ...]

_SAVE_DETAILS = """
    INSERT INTO conversations
        (id, title, system_prompt, model, sampling, leaf, created, updated, has_own_title,
         first_sent)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
        title = excluded.title, system_prompt = excluded.system_prompt, model = excluded.model,
        sampling = excluded.sampling, leaf = excluded.leaf, updated = excluded.updated,
        has_own_title = excluded.has_own_title, first_sent = excluded.first_sent
"""
_SAVE_MESSAGE = """
    INSERT INTO messages
        (conversation, id, parent, role, state, text, parts, thinking, extras, created)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (conversation, id) DO UPDATE SET
        parent = excluded.parent, role = excluded.role, state = excluded.state,
        text = excluded.text, parts = excluded.parts, thinking = excluded.thinking,
        extras = excluded.extras, created = excluded.created
"""
_LOAD_MESSAGES = """
    SELECT id, parent, role, state, text, parts, thinking, extras, created
    FROM messages WHERE conversation = ? ORDER BY number
"""
_LOAD_DETAILS = """
    SELECT id, title, system_prompt, model, sampling, leaf, created, updated, has_own_title,
        first_sent
    FROM conversations WHERE id = ? AND binned IS NULL
"""


def save_details(connection: sqlite3.Connection, details: ConversationDetails) -> None:
    """Insert or replace what a conversation has beside its turns."""
    row = (
        details.id,
        whole_characters(details.title),
        whole_characters(details.system_prompt),
        dump(details.model.as_data()),
        dump(encoding.write_sampling(details.sampling)),
        details.leaf,
        details.created,
        details.updated,
        details.has_own_title,
        details.first_sent,
    )
    connection.execute(_SAVE_DETAILS, row)


def save_messages(
    connection: sqlite3.Connection, conversation_id: str, messages: Iterable[Message]
) -> None:
    """Insert or replace turns, keeping the place of those that were there."""
    rows = (_message_row(conversation_id, message) for message in messages)
    connection.executemany(_SAVE_MESSAGE, rows)


def load_details(
    connection: sqlite3.Connection, conversation_id: str
) -> ConversationDetails | None:
    """Return a conversation's details, or None where it is not there or lies in the bin."""
    row = connection.execute(_LOAD_DETAILS, (conversation_id,)).fetchone()
    if row is None:
        return None
    id_, title, system_prompt, model, sampling, leaf, created, updated, own_title, first_sent = row
    return ConversationDetails(
        id=text_in(id_),
        title=text_in(title),
        system_prompt=text_in(system_prompt),
        model=encoding.read_model(load_object(model)),
        sampling=encoding.read_sampling(load_object(sampling)),
        created=number_in(created),
        updated=number_in(updated) or number_in(created),
        leaf=text_or_none(leaf),
        has_own_title=bool(own_title),
        first_sent=text_or_none(first_sent),
    )


def load_messages(connection: sqlite3.Connection, conversation_id: str) -> list[Message]:
    """Return all turns of a conversation, those in the bin too, in the order of their arrival."""
    rows = connection.execute(_LOAD_MESSAGES, (conversation_id,))
    return [_message(row) for row in rows if _has_id(row)]


def is_settled(connection: sqlite3.Connection, conversation_id: str, message_id: str) -> bool:
    """Whether this turn is stored and will not grow any more."""
    found = connection.execute(
        "SELECT state FROM messages WHERE conversation = ? AND id = ?",
        (conversation_id, message_id),
    ).fetchone()
    return found is not None and not _state(found[0]).is_open


def load_summaries(connection: sqlite3.Connection) -> list[ConversationSummary]:
    """Return one line for each conversation outside the bin, the one updated last first."""
    rows = connection.execute(
        "SELECT id, title, model, updated, created FROM conversations WHERE binned IS NULL"
        " ORDER BY updated DESC, id"
    )
    return [
        ConversationSummary(
            id_,
            text_in(title),
            encoding.read_model(load_object(model)),
            number_in(updated) or number_in(created),
        )
        for id_, title, model, updated, created in filter(_has_id, rows)
    ]


def build_message(base: Json, parts: tuple[ContentPart, ...], thinking: str) -> Message:
    """Return the turn that plain data describes; unknown values become the nearest known ones."""
    return Message(
        id=encoding.text_of(base, "id"),
        parent=encoding.text_of(base, "parent") or None,
        role=encoding.member(Role, base.get("role"), Role.ASSISTANT),
        state=_state(base.get("state")),
        created=encoding.number_of(base, "created") or 0.0,
        parts=parts,
        thinking=thinking,
        **encoding.read_extras(encoding.object_of(base, "extras") or {}),
    )


def _has_id(row: Row) -> bool:
    if isinstance(row[0], str):
        return True
    log.warning("A stored row was left out: it has no id")
    return False


def _state(value: Any) -> ReplyState:
    return encoding.member(ReplyState, value, ReplyState.COMPLETE)


def _message_row(conversation_id: str, message: Message) -> Row:
    one_text = len(message.parts) <= 1 and all(isinstance(p, TextPart) for p in message.parts)
    return (
        conversation_id,
        message.id,
        message.parent,
        message.role.value,
        message.state.value,
        whole_characters(message.text),
        None if one_text else encoding.dump_parts(message.parts),
        whole_characters(message.thinking),
        dump(encoding.write_extras(message)),
        message.created,
    )


def _message(row: Row) -> Message:
    id_, parent, role, state, text, parts, thinking, extras, created = row
    text = text_in(text)
    if parts is None:
        content: tuple[ContentPart, ...] = (TextPart(text),) if text else ()
    else:
        content = encoding.read_parts(load_object(f'{{"parts":{text_in(parts)}}}').get("parts"))
    base = {"id": id_, "parent": parent, "role": role, "state": state, "created": created}
    return build_message({**base, "extras": load_object(extras)}, content, text_in(thinking))
