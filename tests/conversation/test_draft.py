"""A draft without a word is none."""

from __future__ import annotations

from hfchat_gui.conversation.draft import Draft
from hfchat_gui.conversation.message import AttachedText


def test_a_draft_is_empty_until_something_can_be_sent() -> None:
    assert Draft().is_empty
    assert Draft(" \n", (AttachedText("a.txt", " "),)).is_empty
    assert not Draft("Hi").is_empty
    assert not Draft("", (AttachedText("", "pasted"),)).is_empty
