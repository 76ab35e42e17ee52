"""What a conversation tells its listeners; they read the new state from the conversation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MessageAdded:
    """A turn joined the active path at its end."""

    message_id: str


@dataclass(frozen=True, slots=True)
class ReplyGrew:
    """An open reply changed: text, thinking, waiting state or notes."""

    message_id: str


@dataclass(frozen=True, slots=True)
class ReplySettled:
    """A reply reached its last state and will not grow again."""

    message_id: str


@dataclass(frozen=True, slots=True)
class PathChanged:
    """The active path is another one: read it anew."""


@dataclass(frozen=True, slots=True)
class DetailsChanged:
    """Title, system prompt, model, sampling or the saved-or-not state changed."""


ConversationChange = MessageAdded | ReplyGrew | ReplySettled | PathChanged | DetailsChanged
