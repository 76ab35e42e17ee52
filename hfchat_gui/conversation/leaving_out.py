"""Which of the oldest turns are no longer sent when a chat has outgrown the model's window."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from hfchat_gui.conversation.error_record import ErrorRecord
from hfchat_gui.conversation.message import Message, Role

_MARGIN = 0.95
"""What an estimate by characters may use of the room: scripts and code take unequal tokens."""


def first_to_send(
    sent: Sequence[Message], system_prompt: str, error: ErrorRecord, max_tokens: int | None
) -> str | None:
    """Return the turn from which on turns are to be sent, None where leaving out cannot help.

    `sent` was too long; its last turn, the question, always stays. With the server's numbers the
    tokens of each turn are estimated by its share of the characters, and room is left for the
    reply: `max_tokens`, or a quarter of the window, or where nothing would fit then, the little
    that is left. Without them the older half goes.
    """
    places = _beginnings(sent)
    if not places:
        return None
    sizes = [turn.length for turn in sent]
    fixed = len(system_prompt)
    if not error.prompt_tokens or not error.window_tokens:
        place = next((place for place in places if 2 * place >= len(sent) - 1), places[-1])
        return sent[place].id
    left = [fixed + size for size in accumulate(reversed(sizes))][::-1]  # sent from each place on
    characters_per_token = _MARGIN * (fixed + sum(sizes)) / error.prompt_tokens
    for reply in (max_tokens or error.window_tokens // 4, max_tokens or 0):
        room = (error.window_tokens - reply) * characters_per_token
        fitting = next((place for place in places if left[place] <= room), None)
        if fitting is not None:
            return sent[fitting].id
    return None


def told(count: int) -> str:
    """Return the sentence that stands at the reply: how many turns are not sent any more."""
    turns = "oldest turn is" if count == 1 else f"{count} oldest turns are"
    they = "it does" if count == 1 else "they do"
    return f"The {turns} not sent from here on, since {they} not fit the model's window."


def _beginnings(sent: Sequence[Message]) -> list[int]:
    return [place for place, turn in enumerate(sent) if place and turn.role is Role.USER]
