"""Tells what a reply holds back, so that nothing of it is lost where the person ends the reply."""

from __future__ import annotations

from collections.abc import Iterable

from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyHeld,
    TextBecameThinking,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
)

_CONTENT = (TextDelta, ThinkingDelta, TextBecameThinking, ToolCallDelta)


class HeldBack:
    """Knows what was told last; `news` gives a `ReplyHeld` where that holds no more."""

    def __init__(self) -> None:
        self._told: tuple[ReplyEvent, ...] = ()

    def news(self, told: Iterable[object], held: Iterable[ReplyEvent]) -> list[ReplyHeld]:
        """Return what is to be told behind the events `told`, where these are held now."""
        if self._told and any(isinstance(event, _CONTENT) for event in told):
            self._told = ()
        held = tuple(held)
        if held == self._told:
            return []
        self._told = held
        return [ReplyHeld(held)]
