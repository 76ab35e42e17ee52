"""Keeps the column in step with a conversation's active path, and readers where they are."""

from __future__ import annotations

from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.message import Message, Role
from hfchat_gui.ui.transcript.column import Column
from hfchat_gui.ui.transcript.scroller import Scroller

_REVEALED = 0.6  # of the window, for turns that come back under what is read


class ShownPath:
    """Shows the turns of a path but those of the system, and at a change only what differs."""

    def __init__(self, column: Column, scroller: Scroller) -> None:
        self._column = column
        self._scroller = scroller
        self._ids: tuple[str, ...] = ()

    def show(self, conversation: Conversation | None) -> None:
        """Show another conversation from its end, or none."""
        self._ids = conversation.path_ids if conversation else ()
        self._column.fork(0, _turns(conversation, self._ids) if conversation else [])
        self._scroller.is_following = True

    def add(self, conversation: Conversation, message: Message) -> bool:
        """Show a turn that joined the end; return whether it is one that is shown.

        Whoever asks goes to the end.
        """
        self._ids = conversation.path_ids
        if message.role is Role.SYSTEM:
            return False
        scroller = self._scroller
        is_asked = message.role is Role.USER or message.state.is_open
        scroller.is_following = scroller.is_following or is_asked
        scroller.settle_after(lambda: self._take(len(self._column), [message]))
        return True

    def follow(self, conversation: Conversation) -> int:
        """Show the path as it is now; return how many turns stayed.

        What is read stays in its place. Only a reply that has just been asked for is gone to.
        """
        before, self._ids = self._ids, conversation.path_ids
        same = _common_start(before, self._ids)
        kept = self._shown_among(before[:same])
        turns = _turns(conversation, self._ids[same:])
        if turns and turns[-1].state.is_open:
            self._scroller.is_following = True
            self._take(kept, turns)
        elif kept == len(self._column):
            self._bring_back(turns)
        else:
            self._exchange(kept, turns)
        return kept

    def _exchange(self, kept: int, turns: list[Message]) -> None:
        """Keep in its place what is above the fork, or if that is not in view, the turn's end.

        Where nothing is left that is in view, the end is gone to; who was there stays there, where
        all that is new is seen with it.
        """
        column, scroller = self._column, self._scroller
        was_at_end, scroller.is_following = scroller.is_following, False
        if kept and column.top(kept) > scroller.offset:
            scroller.settle_after(lambda: self._take(kept, turns))
        elif not turns:
            self._take(kept, turns)
            scroller.settle_at(lambda: scroller.last)
        else:
            end = column.top(kept) + column.height(kept) - scroller.offset
            self._take(kept, turns)
            scroller.settle_at(lambda: column.top(kept) + column.height(kept) - end)
        if was_at_end and turns and column.total - column.top(kept) <= scroller.height:
            scroller.settle_at(lambda: scroller.last)
        scroller.note_place()

    def _bring_back(self, turns: list[Message]) -> None:
        """Show turns that come back under the end, if that was being looked at."""
        column, scroller = self._column, self._scroller
        kept, was_at_end = len(column), scroller.is_following
        scroller.is_following = False
        scroller.settle_after(lambda: self._take(kept, turns))
        if was_at_end:
            column.measure(column.top(kept), column.top(kept) + scroller.height)
            seen = min(column.total - column.top(kept), int(scroller.height * _REVEALED))
            scroller.go(max(scroller.offset, column.top(kept) + seen - scroller.height))
        scroller.note_place()

    def _take(self, kept: int, turns: list[Message]) -> None:
        self._column.fork(kept, turns)

    def _shown_among(self, ids: tuple[str, ...]) -> int:
        """Return how many of the first turns of the path are shown."""
        for message_id in reversed(ids):
            place = self._column.place_of(message_id)
            if place is not None:
                return place + 1
        return 0


def _turns(conversation: Conversation, ids: tuple[str, ...]) -> list[Message]:
    messages = map(conversation.message, ids)
    return [message for message in messages if message.role is not Role.SYSTEM]


def _common_start(before: tuple[str, ...], now: tuple[str, ...]) -> int:
    """Return how many turns two paths share: where a turn is the same, all above it are."""
    low, high = 0, min(len(before), len(now))
    while low < high:
        middle = (low + high + 1) // 2
        if before[middle - 1] == now[middle - 1]:
            low = middle
        else:
            high = middle - 1
    return low
