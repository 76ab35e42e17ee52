"""What is noted, what is written, and what a failing disk leaves to be written later."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.message import Message, Role, TextPart
from hfchat_gui.conversation.records import SaveState
from hfchat_gui.conversation.saving import Keeper
from tests.conversation.scripted import MODEL, MemoryWriter
from tests.helpers.running import Run


def test_a_journal_that_fails_says_so_and_recovers_by_itself(run: Run) -> None:
    async def story() -> None:
        conversation, writer = Conversation.new(MODEL), MemoryWriter()
        keeper = Keeper(conversation, writer)
        reply = Message(Role.ASSISTANT, (TextPart("one"),))
        writer.broken = True
        await keeper.journal(reply)
        states = [conversation.save_state]
        writer.broken = False
        await keeper.journal(reply)
        assert [*states, conversation.save_state] == [SaveState.FAILING, SaveState.SAVED]
        assert writer.journalled == ["one"]

    run(story())


def test_a_journal_that_works_again_does_not_hide_a_turn_that_is_not_written(run: Run) -> None:
    async def story() -> None:
        conversation, writer = Conversation.new(MODEL), MemoryWriter()
        keeper = Keeper(conversation, writer)
        turn = Message(Role.USER, (TextPart("Hi"),))
        conversation.add(turn)
        keeper.note(turn.id)
        writer.broken = True
        with pytest.raises(StorageFailed):
            await keeper.save_turns()
        writer.broken = False
        await keeper.save_details()
        states = [conversation.save_state]
        await keeper.save_rest()
        assert [*states, conversation.save_state] == [SaveState.FAILING, SaveState.SAVED]

    run(story())


def test_without_a_writer_nothing_is_journalled(run: Run) -> None:
    async def story() -> None:
        conversation = Conversation.new(MODEL)
        await Keeper(conversation, None).journal(Message(Role.ASSISTANT))
        assert conversation.save_state is SaveState.NOT_KEPT

    run(story())


def test_details_that_were_not_written_are_not_forgotten(run: Run) -> None:
    async def story() -> None:
        conversation, writer = Conversation.new(MODEL), MemoryWriter()
        keeper = Keeper(conversation, writer)
        writer.broken = True
        conversation.change_details(system_prompt="Be brief.")
        await keeper.save_details()
        writer.broken = False
        await keeper.journal(Message(Role.ASSISTANT))
        states = [conversation.save_state]
        await keeper.save_rest()
        assert [*states, conversation.save_state] == [SaveState.FAILING, SaveState.SAVED]
        assert writer.details[conversation.id].system_prompt == "Be brief."

    run(story())


def test_saving_again_writes_the_whole_chat_into_whatever_file_is_there_now(run: Run) -> None:
    async def story() -> None:
        conversation, writer = Conversation.new(MODEL), MemoryWriter()
        keeper = Keeper(conversation, writer)
        kept = Message(Role.USER, (TextPart("kept before"),))
        conversation.add(kept)
        keeper.note(kept.id)
        await keeper.save_turns()
        writer.saved.clear()  # the file was moved away
        lost = Message(Role.USER, (TextPart("not kept"),), parent=kept.id)
        conversation.add(lost)
        keeper.note(lost.id)
        writer.broken = True
        await keeper.save_again()
        states = [conversation.save_state]
        writer.broken = False
        await keeper.save_again()
        assert [*states, conversation.save_state] == [SaveState.FAILING, SaveState.SAVED]
        assert [turn.text for turn in writer.saved.values()] == ["not kept", "kept before"]

    run(story())
