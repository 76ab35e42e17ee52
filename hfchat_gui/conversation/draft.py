"""What is written but not sent yet, as a value: it outlives the program."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hfchat_gui.conversation.message import AttachedText

NEW_CHAT_DRAFT = ""
"""The key under which the draft of a chat is kept that has no turn yet."""

LARGEST_ATTACHED = 4_000_000
"""Characters of all that can go along with one message: hardly a model reads a quarter of it."""


def fits_beside(piece: AttachedText, others: Iterable[AttachedText]) -> bool:
    """Whether a piece can go along with one message beside these others."""
    return len(piece.text) + sum(len(other.text) for other in others) <= LARGEST_ATTACHED


@dataclass(frozen=True, slots=True)
class Draft:
    """The message field of one chat: the typed text, then the pieces that stand folded."""

    text: str = ""
    attached: tuple[AttachedText, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to send."""
        return not self.text.strip() and not any(piece.text.strip() for piece in self.attached)
