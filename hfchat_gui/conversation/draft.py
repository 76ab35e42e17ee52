"""What is written but not sent yet, as a value: it outlives the program."""

from __future__ import annotations

from dataclasses import dataclass

from hfchat_gui.conversation.message import AttachedText

NEW_CHAT_DRAFT = ""
"""The key under which the draft of a chat is kept that has no turn yet."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The message field of one chat: the typed text, then the pieces that stand folded."""

    text: str = ""
    attached: tuple[AttachedText, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to send."""
        return not self.text.strip() and not any(piece.text.strip() for piece in self.attached)
