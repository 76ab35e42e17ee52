"""Several conversations beside each other, and the end of the program."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from hfchat_gui.conversation.chats import Chats
from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import TypedModel
from hfchat_gui.conversation.reply_events import ReplyFinished, TextDelta
from hfchat_gui.conversation.session import ChatSession
from tests.conversation.scripted import MODEL, MemoryWriter, ScriptedRouter, never, until
from tests.helpers.running import Run

ANSWER = (TextDelta("Hello"), ReplyFinished("stop"))


def chats_with(router: ScriptedRouter, writer: MemoryWriter) -> Chats:
    return Chats(router, writer, writer, lambda: MODEL, never)


def test_a_stored_chat_opens_once_and_stays_the_same_session(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        first = chats_with(ScriptedRouter(*ANSWER), writer)
        session = first.new()
        session.send("Hi")
        await session.finished()
        chats = chats_with(ScriptedRouter(*ANSWER), writer)
        one, two = await asyncio.gather(
            chats.open(session.conversation.id), chats.open(session.conversation.id)
        )
        assert one is two is await chats.open(session.conversation.id)
        assert chats.session(session.conversation.id) is one
        assert [message.text for message in one.conversation.path] == ["Hi", "Hello"]

    run(story())


def test_an_unknown_chat_is_a_clear_error(run: Run) -> None:
    async def story() -> None:
        with pytest.raises(StorageFailed):
            await chats_with(ScriptedRouter(), MemoryWriter()).open("nothing")

    run(story())


def test_the_list_holds_chats_that_could_not_be_written(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        writer.broken = True
        chats = chats_with(ScriptedRouter(*ANSWER), writer)
        chats.new()
        session = chats.new()
        session.send("Hi")
        await session.finished()
        assert [row.title for row in await chats.summaries()] == ["Hi"]

    run(story())


def test_the_list_is_in_order_of_the_last_turn_and_names_each_chat_once(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        before = chats_with(ScriptedRouter(*ANSWER), writer)
        for text in ("first", "second"):
            session = before.new()
            session.send(text)
            await session.finished()
        chats = chats_with(ScriptedRouter(*ANSWER), writer)
        oldest = (await chats.summaries())[-1]
        assert oldest.title == "first"
        session = await chats.open(oldest.id)
        session.send("again")
        await session.finished()
        rows = await chats.summaries()
        assert [row.title for row in rows] == ["first", "second"]
        assert rows[0] == session.conversation.details.summary

    run(story())


def test_listeners_hear_which_chat_starts_and_ends_until_they_leave(run: Run) -> None:
    async def story() -> None:
        chats = chats_with(ScriptedRouter(*ANSWER), MemoryWriter())
        heard: list[tuple[ChatSession, bool]] = []
        chats.new()
        session = chats.new()
        leave = chats.subscribe(lambda changed: heard.append((changed, changed.is_replying)))
        session.send("Hi")
        assert chats.replying_ids == {session.conversation.id}
        await session.finished()
        assert heard == [(session, True), (session, False)]
        assert chats.replying_ids == frozenset()
        leave()
        leave()
        session.send("Hi")
        await session.finished()
        assert len(heard) == 2

    run(story())


def test_the_end_interrupts_every_reply_and_keeps_its_text(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        chats = chats_with(ScriptedRouter(TextDelta("part"), asyncio.Event()), writer)
        sessions = [chats.new(), chats.new()]
        for session in sessions:
            session.send("Hi")
        await until(lambda: all(one.conversation.path[-1].text for one in sessions))
        await chats.aclose()
        assert {s.conversation.path[-1].state for s in sessions} == {ReplyState.INTERRUPTED}
        assert sorted(m.text for m in writer.saved.values()) == ["Hi", "Hi", "part", "part"]

    run(story())


def test_a_chat_whose_models_host_is_gone_goes_on_with_the_one_that_stands_for_it(run: Run) -> None:
    gone = ModelRef(Source.ADDRESS, "org/model", "https://gone.example")
    unnamed = ModelRef(Source.ADDRESS, "", "https://gone.example")
    now = ModelRef(Source.ROUTER, "org/model")

    def modern(model: ModelRef) -> TypedModel | None:
        if model.address != gone.address:
            return None
        return TypedModel(replace(now, name=model.name), "The host is gone.")

    def chats_now(writer: MemoryWriter) -> Chats:
        return Chats(ScriptedRouter(), writer, writer, lambda: MODEL, never, modern=modern)

    async def story() -> None:
        writer = MemoryWriter()
        session = chats_with(ScriptedRouter(*ANSWER), writer).new(gone)
        session.send("Hi")
        await session.finished()
        key = session.conversation.id
        for word in ("The host is gone.", ""):  # once, since it is kept
            session = await chats_now(writer).open(key)
            assert session.conversation.model == now
            assert (session.take_word(), session.take_word()) == (word, "")
            await session.finished()
            assert writer.details[key].model == now
        chats = chats_now(writer)
        fresh = chats.new(gone)
        assert (fresh.conversation.model, fresh.take_word()) == (now, "The host is gone.")
        assert not fresh.conversation.is_kept
        kept = chats.new(unnamed)  # nothing is known that could stand for it
        assert (kept.conversation.model, kept.take_word()) == (unnamed, "")
        assert chats.new().take_word() == ""

    run(story())
