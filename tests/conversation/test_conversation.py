"""The tree of turns, its active path and those who listen to it."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.changes import (
    ConversationChange,
    DetailsChanged,
    MessageAdded,
    PathChanged,
)
from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.message import Message, Role, TextPart
from hfchat_gui.conversation.records import SaveState, StoredConversation
from tests.conversation.scripted import MODEL
from tests.helpers.guards import LogGuard


def turn(text: str, parent: str | None = None) -> Message:
    return Message(Role.USER, (TextPart(text),), parent=parent)


def test_a_turn_beside_another_changes_the_path() -> None:
    conversation = Conversation.new(MODEL)
    heard: list[ConversationChange] = []
    conversation.subscribe(heard.append)
    root = turn("root")
    one, two = turn("one", root.id), turn("two", root.id)
    for message in (root, one, two):
        conversation.add(message)
    assert heard == [MessageAdded(root.id), MessageAdded(one.id), PathChanged()]
    assert conversation.path == (root, two)
    assert conversation.path_until(one.id) == (root, one)


def test_a_conversation_reads_back_as_it_was_stored() -> None:
    conversation = Conversation.new(MODEL)
    root = turn("root")
    conversation.add(root)
    again = Conversation.stored(StoredConversation(conversation.details, (root,)))
    assert again.path == (root,)
    assert (again.title, again.system_prompt, again.model) == ("New chat", "", MODEL)
    assert again.save_error is None


def test_details_are_told_only_when_they_change() -> None:
    conversation = Conversation.new(MODEL)
    heard: list[ConversationChange] = []
    leave = conversation.subscribe(heard.append)
    assert conversation.change_details(title="T")
    assert not conversation.change_details(title="T")
    conversation.mark_saved(SaveState.FAILING)
    conversation.mark_saved(SaveState.FAILING)
    assert heard == [DetailsChanged(), DetailsChanged()]
    leave()
    leave()
    conversation.mark_saved(SaveState.SAVED)
    assert len(heard) == 2


def test_all_of_it_is_a_value_without_what_is_in_the_bin() -> None:
    first, beside = (Message(Role.USER, (TextPart(text),)) for text in ("one", "other"))
    below = Message(Role.ASSISTANT, (TextPart("two"),), parent=first.id)
    conversation = Conversation.new(MODEL)
    for message in (first, below, beside):
        conversation.add(message)
    conversation.bin([beside.id], below.id)
    whole = conversation.all_turns
    assert whole.messages == (first, below)
    assert whole.path == conversation.path == (first, below)
    conversation.unbin([beside.id], beside.id)
    assert conversation.all_turns.messages == (first, below, beside)


def test_an_unknown_turn_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        Conversation.new(MODEL).message("nothing")


def test_a_failing_listener_is_logged_and_the_others_still_hear(log_guard: LogGuard) -> None:
    conversation = Conversation.new(MODEL)
    heard: list[ConversationChange] = []

    def fails(_: ConversationChange) -> None:
        raise ZeroDivisionError

    conversation.subscribe(fails)
    conversation.subscribe(heard.append)
    log_guard.expect("a listener failed: ZeroDivisionError")
    conversation.change_details(title="T")
    assert heard == [DetailsChanged()]
