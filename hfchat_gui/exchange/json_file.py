"""Writes a conversation as JSON: everything that is kept of it, every version of every turn."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from hfchat_gui.conversation.characters import whole_characters
from hfchat_gui.conversation.message import Message, ToolCallPart
from hfchat_gui.conversation.records import StoredConversation

FORMAT = "hfchat-conversation"
VERSION = 1


def as_json(stored: StoredConversation) -> str:
    """Return the conversation as indented JSON text that ends with a line break.

    `messages` holds the whole tree in the order of arrival; `path` the ids of the turns that the
    window shows. Times are ISO 8601 in UTC. There are no keys in a conversation, so none in here.
    """
    details = stored.details
    data = {
        "format": FORMAT,
        "version": VERSION,
        "id": details.id,
        "title": details.title,
        "created": _time(details.created),
        "updated": _time(details.updated),
        "model": details.model.as_data(),
        "system_prompt": details.system_prompt,
        "sampling": asdict(details.sampling),
        "path": [message.id for message in stored.path],
        "messages": [_message(message) for message in stored.messages],
    }
    return whole_characters(json.dumps(data, ensure_ascii=False, indent=1)) + "\n"


def _message(message: Message) -> dict[str, Any]:
    calls = [asdict(part) for part in message.parts if isinstance(part, ToolCallPart)]
    optional = {
        "attached": [{"name": part.name, "text": part.text} for part in message.attached],
        "tool_calls": calls,
        "thinking": message.thinking,
        "model": message.model.as_data() if message.model else None,
        "route": message.route,
        "finish_reason": message.finish_reason,
        "usage": asdict(message.usage) if message.usage else None,
        "notes": list(message.notes),
        "error": _error(message),
        "answered": _time(message.timings.ended) if message.timings.ended else None,
    }
    return {
        "id": message.id,
        "parent": message.parent,
        "role": message.role.value,
        "state": message.state.value,
        "created": _time(message.created),
        "text": message.text,
        **{name: value for name, value in optional.items() if value},
    }


def _error(message: Message) -> dict[str, str] | None:
    error = message.error
    return {"kind": error.kind, "message": error.message} if error else None


def _time(seconds: float) -> str | None:
    try:
        return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
    except (OverflowError, ValueError, OSError):  # a clock that was far out when it was written
        return None
