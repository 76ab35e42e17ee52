"""How long a server is to be left alone yet, as the card of a reply shows and says it."""

from __future__ import annotations

from datetime import datetime
from math import ceil
from time import time

from hfchat_gui.conversation import waits
from hfchat_gui.conversation.error_record import Action, ErrorRecord

_SECOND = 1000  # milliseconds


def whole_seconds_left(error: ErrorRecord | None) -> int:
    """Return the whole seconds to wait yet, 0 for none."""
    return ceil(waits.seconds_left(error, time())) if error is not None else 0


def until_next(error: ErrorRecord, shown: int) -> int:
    """Return the milliseconds after which the card must show less than `shown` seconds."""
    left = waits.seconds_left(error, time())
    return ceil((left - ceil(left) + 1) * _SECOND) if ceil(left) == shown else 0


def must_wait(error: ErrorRecord, action: Action) -> bool:
    """Whether this step of the error asks the server again before that may be."""
    return action.kind in waits.REPEATING and whole_seconds_left(error) > 0


def on_a_clock(seconds: int) -> str:
    """Return a time to wait as a clock shows it: 0:09, 4:32, 1:04:32."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def moment(error: ErrorRecord) -> str:
    """Return when the wait ends, by the clock on the wall: words that stay true while it lasts."""
    ends = datetime.fromtimestamp(ceil(error.again_at or 0)).astimezone()
    today = datetime.fromtimestamp(time()).astimezone()
    day = "" if ends.date() == today.date() else " tomorrow"
    return f"{ends:%H:%M:%S}{day}"
