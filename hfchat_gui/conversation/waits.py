"""Until when a server that asked for it is to be left alone, once its refusal is kept."""

from __future__ import annotations

from hfchat_gui.conversation.error_record import ActionKind, ErrorRecord

REPEATING = (ActionKind.RETRY, ActionKind.CONTINUE)
"""The steps that ask the same server again, and so wait where it asks for that."""

LONGEST_WAIT = 24 * 3600.0
"""Seconds. No server asks for more; what is farther off is a clock that was set back."""


def seconds_left(error: ErrorRecord, now: float) -> float:
    """Return how long one has to wait yet, 0 for not; `now` is in seconds since 1970."""
    left = 0.0 if error.again_at is None else error.again_at - now
    return left if 0 < left <= LONGEST_WAIT else 0.0
