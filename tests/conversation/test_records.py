"""A stored conversation knows its path, however odd what was stored."""

from __future__ import annotations

from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.message import Message, Role
from hfchat_gui.conversation.records import StoredConversation
from tests.conversation.scripted import MODEL


def test_the_path_of_what_is_stored_is_the_one_that_is_shown() -> None:
    conversation = Conversation.new(MODEL)
    first = Message(Role.USER, id="q1")
    beside = Message(Role.ASSISTANT, id="a1", parent="q1")
    last = Message(Role.ASSISTANT, id="a2", parent="q1")
    for turn in (first, beside, last):
        conversation.add(turn)
    stored = StoredConversation(conversation.details, (first, beside, last))
    assert stored.path == (first, last) == Conversation.stored(stored).path


def test_turns_that_hang_in_a_ring_or_on_nothing_end_the_path() -> None:
    conversation = Conversation.new(MODEL)
    ring = (Message(Role.USER, id="a", parent="b"), Message(Role.USER, id="b", parent="a"))
    for turn in ring:
        conversation.add(turn)
    stored = StoredConversation(conversation.details, ring)
    again = Conversation.stored(stored)
    assert stored.path == again.path == ring
    assert again.end_below("a") == "b"
    assert set(again.branch("a")) == {"a", "b"}
