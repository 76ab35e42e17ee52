"""A title is made with the first turn, made better once, and then left to the person."""

from __future__ import annotations

import asyncio

from hfchat_gui.conversation.reply_events import ReplyFinished, TextDelta
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.conversation.titles import LONGEST_TITLE
from tests.conversation.scripted import MemoryWriter, ScriptedRouter, session_with, until
from tests.helpers.running import Run

ANSWER = (TextDelta("# Getting started\nWelcome."), ReplyFinished("stop"))


async def send(session: ChatSession, text: str) -> None:
    """Send a turn and wait for its end."""
    session.send(text)
    await session.finished()


def test_a_question_that_says_little_gets_its_title_from_the_first_reply_once(run: Run) -> None:
    async def story() -> None:
        router, writer = ScriptedRouter(*ANSWER), MemoryWriter()
        session = session_with(router, writer)
        conversation = session.conversation
        session.send("hi")
        assert conversation.title == "hi"
        await session.finished()
        assert conversation.title == "Getting started"
        assert writer.details[conversation.id].title == "Getting started"
        router.steps = [TextDelta("# Something else"), ReplyFinished("stop")]
        await send(session, "What is Rome?")
        session.retry(conversation.path_ids[1])
        await session.finished()
        assert conversation.title == "Getting started"

    run(story())


def test_a_reply_that_was_stopped_gives_no_title(run: Run) -> None:
    async def story() -> None:
        session = session_with(ScriptedRouter(ANSWER[0], asyncio.Event()))
        session.send("hi")
        await until(lambda: session.conversation.path[-1].text)
        session.stop()
        await session.finished()
        assert session.conversation.title == "hi"

    run(story())


def test_nothing_changes_a_title_of_the_persons_until_it_is_emptied(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        session = session_with(ScriptedRouter(*ANSWER), writer)
        conversation = session.conversation
        session.rename("  My \n own ")
        await send(session, "hi")
        session.edit(conversation.path_ids[0], "Why is it so?")
        await session.finished()
        assert (conversation.title, conversation.has_own_title) == ("My own", True)
        session.rename("")
        await session.finished()
        assert (conversation.title, conversation.has_own_title) == ("Why is it so?", False)
        assert writer.details[conversation.id].title == "Why is it so?"

    run(story())


def test_a_chat_without_words_has_a_title_all_the_same(run: Run) -> None:
    async def story() -> None:
        session = session_with(ScriptedRouter(*ANSWER))
        session.rename("x")
        session.rename(" ")
        assert (session.conversation.title, session.conversation.has_own_title) == (
            "New chat",
            False,
        )
        await session.finished()

    run(story())


def test_a_title_of_the_persons_is_one_line_that_turns_and_steers_nothing(run: Run) -> None:
    async def story() -> None:
        session = session_with(ScriptedRouter(*ANSWER), MemoryWriter())
        await send(session, "hi")
        session.rename(
            "  a\x1b[31m\nb\u202ec\u2066d\x00 \ud800 e\u0301 \U0001f469\u200d\U0001f680 "
        )
        title = session.conversation.title
        assert title == "a [31m bcd \ufffd e\u0301 \U0001f469\u200d\U0001f680"
        await session.finished()

    run(story())


def test_a_title_of_the_persons_has_its_bounds(run: Run) -> None:
    async def story() -> None:
        session = session_with(ScriptedRouter(*ANSWER), MemoryWriter())
        await send(session, "hi")
        session.rename("x" * 1_000_000)
        assert session.conversation.title == "x" * LONGEST_TITLE
        session.rename("x" * (LONGEST_TITLE - 1) + "e\u0301")
        assert session.conversation.title == "x" * (LONGEST_TITLE - 1)
        await session.finished()

    run(story())
