"""Follows one reply over several tries: whether it has begun, and what was said already."""

from __future__ import annotations

from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyNoted,
    ReplyWaiting,
    Rerouted,
    Served,
)

BEFORE_AN_ANSWER = (ReplyNoted, ReplyWaiting, Rerouted, Served)
"""What comes also where no word of an answer follows: a server that fails names itself first."""


class ToldOnce:
    """`has_begun`: something of the answer itself has come, so that no try may follow."""

    def __init__(self) -> None:
        self.has_begun = False
        self._noted: list[ReplyNoted] = []

    def is_new(self, event: ReplyEvent) -> bool:
        """Take one event; return whether it is to be passed on: no sentence is said twice."""
        if isinstance(event, ReplyNoted):
            if event in self._noted:
                return False
            self._noted.append(event)
        elif not isinstance(event, BEFORE_AN_ANSWER):
            self.has_begun = True
        return True
