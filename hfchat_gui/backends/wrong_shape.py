"""Refusals that mean: the right server, asked in a shape that it does not take."""

from __future__ import annotations

from hfchat_gui.conversation.errors import (
    InternalFault,
    ModelCannotChat,
    NotAChatServer,
    ServerFailed,
)


class NoChatRoute(NotAChatServer):
    """The server has no route for chat completions (404, 405)."""


class WantsText(ServerFailed):
    """A transformers backend was given messages where it takes text, or the other way round."""


class Unreadable(InternalFault):
    """The server could not even read the request: JSON or a type that it does not expect."""


class NoTemplate(ModelCannotChat):
    """The model has no chat template: messages cannot be made into its text there."""
