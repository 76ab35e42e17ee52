"""Follows one reply over several tries: whether it has begun, and what was said already."""

from __future__ import annotations

from hfchat_gui.conversation.reply_events import ReplyEvent, ReplyNoted, ReplyWaiting, Rerouted


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
        elif not isinstance(event, ReplyWaiting | Rerouted):
            self.has_begun = True
        return True
