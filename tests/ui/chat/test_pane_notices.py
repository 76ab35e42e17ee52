"""A notice says what follows from a failed write; one that says so itself stays as it is."""

from __future__ import annotations

from hfchat_gui.conversation.error_record import TRY_AGAIN, ErrorRecord
from hfchat_gui.conversation.errors import FolderInUse
from hfchat_gui.ui.chat.pane_notices import not_kept, not_saved

_FULL = ErrorRecord("storage", "The disk is full.", action=TRY_AGAIN)
_IN_USE = ErrorRecord(FolderInUse.kind, "Another HF Chat is open.")


def test_what_follows_is_said_before_the_cause() -> None:
    assert not_saved(_FULL).message == "This chat is not being saved: The disk is full."
    assert not_kept(_FULL).message == "What you are writing is not being kept: The disk is full."
    assert not_kept(_FULL).action == TRY_AGAIN


def test_a_folder_in_use_says_what_follows_itself() -> None:
    assert not_saved(_IN_USE) == not_kept(_IN_USE) == _IN_USE
