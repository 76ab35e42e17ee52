"""A draft without a word is none."""

from __future__ import annotations

from hfchat_gui.conversation.draft import LARGEST_ATTACHED, Draft, fits_beside
from hfchat_gui.conversation.message import AttachedText


def test_a_draft_is_empty_until_something_can_be_sent() -> None:
    assert Draft().is_empty
    assert Draft(" \n", (AttachedText("a.txt", " "),)).is_empty
    assert not Draft("Hi").is_empty
    assert not Draft("", (AttachedText("", "pasted"),)).is_empty


def test_what_goes_along_with_one_message_has_a_bound() -> None:
    half = AttachedText("a.txt", "x" * (LARGEST_ATTACHED // 2))
    assert fits_beside(half, [half])
    assert not fits_beside(AttachedText("", "y"), [half, half])
