"""Follows one reply over its tries: whether its answer has begun, and what was told already."""

from __future__ import annotations

from collections.abc import Iterable

from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyNoted,
    ReplyWaiting,
    Rerouted,
    Served,
)

_BEFORE_AN_ANSWER = (ReplyNoted, ReplyWaiting, Rerouted, Served)
"""What comes also where no word of an answer follows: a server that fails names itself first."""


class Tries:
    """`has_begun`: something of the answer itself has come, so that no try may follow."""

    def __init__(self) -> None:
        self.has_begun = False
        self._noted: set[ReplyNoted] = set()

    def is_news(self, event: ReplyEvent) -> bool:
        """Take one event; return whether it is to be passed on: no sentence is said twice."""
        if isinstance(event, ReplyNoted):
            if event in self._noted:
                return False
            self._noted.add(event)
        elif not self.has_begun:
            self.has_begun = not isinstance(event, _BEFORE_AN_ANSWER)
        return True

    def take_back(self, events: Iterable[ReplyEvent]) -> None:
        """Forget what was held back and is not told after all, so that it may be said later."""
        self._noted.difference_update(events)
