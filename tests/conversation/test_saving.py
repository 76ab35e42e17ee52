"""What is noted, what is written, and what a failing disk leaves to be written later."""

from __future__ import annotations

import asyncio

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


class SlowWriter(MemoryWriter):
    """Ends each write when the test says so, in order; `details` that are `refused` fail."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[asyncio.Future[None]] = []
        self.refuses_details = False

    async def _write(self, what: str) -> None:
        refused = self.refuses_details and what == "details"
        done = asyncio.get_running_loop().create_future()
        self.open.append(done)
        await done
        if refused:
            raise StorageFailed("The disk is full.")
        self.order.append(what)

    def end_one(self) -> None:
        """Let the oldest open write end; whoever waits for it wakes later."""
        self.open.pop(0).set_result(None)


async def _ended(writer: SlowWriter, *tasks: asyncio.Task[None]) -> None:
    while not all(task.done() for task in tasks):
        if writer.open:
            writer.end_one()
        await asyncio.sleep(0)


def test_a_turn_deleted_again_while_its_undo_is_written_stays_deleted(run: Run) -> None:
    async def story() -> None:
        conversation, writer = Conversation.new(MODEL), SlowWriter()
        keeper = Keeper(conversation, writer)

        async def move(*, to_bin: bool) -> asyncio.Task[None]:
            keeper.note_moved(["turn"], to_bin=to_bin)
            task = asyncio.create_task(keeper.try_to_save_turns())
            await asyncio.sleep(0)
            return task

        first, second = await move(to_bin=True), await move(to_bin=False)
        writer.end_one()
        third = await move(to_bin=True)
        await _ended(writer, first, second, third)
        assert writer.binned == {"turn"}
        assert conversation.save_state is SaveState.SAVED

    run(story())


def test_a_title_that_was_not_written_is_not_forgotten_by_an_older_write(run: Run) -> None:
    async def story() -> None:
        conversation, writer = Conversation.new(MODEL), SlowWriter()
        keeper = Keeper(conversation, writer)
        turn = Message(Role.USER, (TextPart("Hi"),))
        conversation.add(turn)
        keeper.note(turn.id)
        older = asyncio.create_task(keeper.save_turns())
        await asyncio.sleep(0)
        conversation.change_details(title="Renamed")
        writer.refuses_details = True
        rename = asyncio.create_task(keeper.save_details())
        await asyncio.sleep(0)
        writer.open.reverse()  # the newer one fails first: then the older one succeeds
        await _ended(writer, older, rename)
        writer.refuses_details = False
        states = [conversation.save_state]
        rest = asyncio.create_task(keeper.save_rest())
        await asyncio.sleep(0)
        await _ended(writer, rest)
        assert [*states, conversation.save_state] == [SaveState.FAILING, SaveState.SAVED]
        assert writer.details[conversation.id].title == "Renamed"

    run(story())
