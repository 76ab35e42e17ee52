"""Chats that are deleted, brought back and renamed; and what a fresh chat begins with."""

from __future__ import annotations

import asyncio

import pytest

from hfchat_gui.conversation.chats import Chats
from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.conversation.reply_events import ReplyFinished, TextDelta
from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.conversation.session import ChatSession
from tests.conversation.scripted import MODEL, MemoryWriter, ScriptedRouter, never, until
from tests.helpers.running import Run

ANSWER = (TextDelta("Hello"), ReplyFinished("stop"))


def chats_with(writer: MemoryWriter, router: ScriptedRouter | None = None) -> Chats:
    return Chats(router or ScriptedRouter(*ANSWER), writer, writer, lambda: MODEL, never)


async def begun(chats: Chats, text: str = "Hi") -> ChatSession:
    """Return the session of a chat with one exchange."""
    session = chats.new()
    session.send(text)
    await session.finished()
    return session


def test_a_deleted_chat_leaves_the_list_and_comes_back_with_its_session(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        chats = chats_with(writer)
        session = await begun(chats)
        key = session.conversation.id
        heard: list[tuple[str, bool]] = []
        leave = chats.subscribe_removals(lambda one, is_removed: heard.append((one, is_removed)))
        await chats.delete(key)
        assert await chats.summaries() == []
        assert writer.binned == {key}
        with pytest.raises(StorageFailed):
            await chats.open(key)
        session.set_system_prompt("late")  # by a window that has not heard of it yet
        assert chats.session(key) is None
        await chats.undo_delete(key)
        assert heard == [(key, True), (key, False)]
        assert await chats.open(key) is session
        leave()
        leave()
        await chats.delete(key)
        assert len(heard) == 2

    run(story())


def test_a_chat_that_was_not_opened_is_deleted_and_brought_back_too(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        key = (await begun(chats_with(writer))).conversation.id
        chats = chats_with(writer)
        await chats.delete(key)
        assert await chats.summaries() == []
        await chats.undo_delete(key)
        assert [row.id for row in await chats.summaries()] == [key]

    run(story())


def test_a_chat_that_is_being_answered_is_stopped_and_its_text_is_kept(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        chats = chats_with(writer, ScriptedRouter(TextDelta("so far"), asyncio.Event()))
        session = chats.new()
        session.send("Hi")
        await until(lambda: session.conversation.path[-1].text)
        await chats.delete(session.conversation.id)
        assert writer.saved[session.conversation.path_ids[1]].state is ReplyState.STOPPED
        assert chats.replying_ids == frozenset()

    run(story())


def test_a_chat_that_cannot_be_deleted_stays(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        chats = chats_with(writer)
        key = (await begun(chats)).conversation.id
        writer.broken = True
        with pytest.raises(StorageFailed):
            await chats.delete(key)
        assert chats.session(key) is not None
        writer.broken = False
        await chats.delete(key)
        writer.broken = True
        with pytest.raises(StorageFailed):
            await chats.undo_delete(key)
        writer.broken = False
        assert await chats.summaries() == []

    run(story())


def test_a_chat_is_renamed_whether_it_is_open_or_not(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        key = (await begun(chats_with(writer), "What is Rome?")).conversation.id
        chats = chats_with(writer)
        told: list[str] = []
        chats.subscribe(lambda session: told.append(session.conversation.title))
        await chats.rename(key, "Rome")
        assert told == ["Rome"]
        assert (writer.details[key].title, writer.details[key].has_own_title) == ("Rome", True)
        await chats.rename(key, "")
        assert writer.details[key].title == "What is Rome?"
        await chats.aclose()

    run(story())


def test_a_rename_does_not_wait_for_an_open_reply(run: Run) -> None:
    async def story() -> None:
        chats = chats_with(MemoryWriter(), ScriptedRouter(asyncio.Event()))
        session = chats.new()
        session.send("Hi")
        await asyncio.wait_for(chats.rename(session.conversation.id, "Mine"), 5)
        assert session.conversation.title == "Mine"
        await chats.aclose()

    run(story())


def test_fresh_chats_do_not_pile_up_and_begin_with_the_chosen_sampling(run: Run) -> None:
    async def story() -> None:
        writer, warm = MemoryWriter(), SamplingOptions(temperature=0.7)
        chats = Chats(
            ScriptedRouter(*ANSWER), writer, writer, lambda: MODEL, never,
            default_sampling=lambda: warm,
        )  # fmt: skip
        empty = [chats.new() for _ in range(3)]
        assert {one.conversation.details.sampling for one in empty} == {warm}
        empty[0].set_system_prompt("Be brief.")
        assert [chats.session(one.conversation.id) for one in empty] == [None] * 3
        assert await chats.summaries() == []
        empty[0].send("Hi")
        assert chats.session(empty[0].conversation.id) is empty[0]
        await chats.aclose()

    run(story())


def test_a_chat_whose_turns_are_all_deleted_stays_in_the_list(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        chats = chats_with(writer)
        session = await begun(chats, "What is Rome?")
        session.delete_turn(session.conversation.path_ids[0])
        await session.finished()
        assert [row.title for row in await chats.summaries()] == ["What is Rome?"]
        again = await chats_with(writer).open(session.conversation.id)
        assert again.conversation.path == ()
        again.set_system_prompt("Be brief.")
        await again.finished()
        assert writer.details[again.conversation.id].system_prompt == "Be brief."

    run(story())
