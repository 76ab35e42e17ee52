"""What the notices above a chat say of its writing: not saved, not kept, not pasted."""

from __future__ import annotations

from dataclasses import replace

from hfchat_gui.conversation.error_record import ErrorRecord
from hfchat_gui.conversation.errors import FolderInUse

TOO_LONG_A_PROMPT = (
    "The text is too long for a system prompt and was not pasted. Paste it into the message."
)


def not_saved(error: ErrorRecord) -> ErrorRecord:
    """Return the notice for a chat that cannot be written to disk for this reason."""
    return _because(error, "This chat is not being saved")


def not_kept(error: ErrorRecord) -> ErrorRecord:
    """Return the notice for a draft that cannot be written to disk for this reason."""
    return _because(error, "What you are writing is not being kept")


def _because(error: ErrorRecord, consequence: str) -> ErrorRecord:
    if error.kind == FolderInUse.kind:
        return error  # it says what follows from it
    return replace(error, message=f"{consequence}: {error.message}")
