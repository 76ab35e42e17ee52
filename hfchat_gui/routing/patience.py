"""How long and how often a server that is not ready is asked again: the one place for all waits."""

from __future__ import annotations

from dataclasses import dataclass

from hfchat_gui.conversation.errors import Again, ChatError, Wait
from hfchat_gui.conversation.reply_events import ReplyWaiting, WaitReason
from hfchat_gui.routing.clock import Clock

LONGEST_PAUSE = 60.0
"""Seconds. Who asks for a longer wait is not waited for; of loading, so much is waited at once."""

LOADING_LIMIT = 300.0
"""Seconds for which a server may load or start while a reply is asked for again and again."""

LISTING_LIMIT = 15.0
"""Seconds for which it may do so while it is asked which models it has."""

_TRIES = {Wait.BUSY: 4, Wait.ONCE: 2, Wait.FLOODED: 4}
_TRIES_IN_A_FLOOD = 2
_PAUSES = (1.0, 2.0, 4.0, 8.0, 15.0)
_JITTER = 0.25  # of a pause of our own, both ways; what a server asks for is never cut short
_LATER = 0.1
_LEAST = 1.0  # who names a shorter wait has none in mind


@dataclass(frozen=True, slots=True)
class Pause:
    """`seconds` until the next try, and what the person sees meanwhile."""

    seconds: float
    waiting: ReplyWaiting


class Patience:
    """Counts the tries of one question; `limit`: the seconds for which it is asked again."""

    def __init__(self, clock: Clock, limit: float = LOADING_LIMIT) -> None:
        self._clock = clock
        self._gives_up = clock.now() + limit
        self.tries = 1

    def pause_after(self, failure: ChatError) -> Pause | None:
        """Return how long to wait before the next try, or None where waiting does not help."""
        again = failure.again
        if again is None:
            return None
        seconds = self._seconds(again)
        now = self._clock.now()
        if now + seconds > self._gives_up:
            return None
        gives_up: float | None = None
        if again.wait is Wait.LOADING:
            reason, attempts, gives_up = WaitReason.LOADING_MODEL, 0, self._gives_up
        else:
            reason, attempts = WaitReason.SERVER_BUSY, _tries(again)
            if self.tries >= attempts or (again.after or 0.0) > LONGEST_PAUSE:
                return None
        self.tries += 1
        return Pause(
            seconds,
            ReplyWaiting(
                reason,
                until=now + seconds,
                attempt=self.tries,
                attempts=attempts,
                gives_up=gives_up,
            ),
        )

    def _seconds(self, again: Again) -> float:
        chance = self._clock.chance()
        if again.after is None or again.after < _LEAST:
            pause = _PAUSES[min(self.tries, len(_PAUSES)) - 1]
            return pause * (1 - _JITTER + 2 * _JITTER * chance)
        after = min(again.after, LONGEST_PAUSE) if again.wait is Wait.LOADING else again.after
        return after * (1 + _LATER * chance)


def _tries(again: Again) -> int:
    is_unending = again.wait is Wait.FLOODED and again.after is None
    return _TRIES_IN_A_FLOOD if is_unending else _TRIES[again.wait]
