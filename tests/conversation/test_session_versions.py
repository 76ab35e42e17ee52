"""Versions of turns: edited, asked again, gone on with, looked at, deleted and brought back."""

from __future__ import annotations

import asyncio

from hfchat_gui.conversation.changes import ConversationChange, PathChanged
from hfchat_gui.conversation.error_record import CONTINUE, ActionKind
from hfchat_gui.conversation.errors import Interrupted, ServerFailed
from hfchat_gui.conversation.message import AttachedText, ReplyState, Role
from hfchat_gui.conversation.records import SaveState
from hfchat_gui.conversation.reply_events import (
    ReplyFinished,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
)
from hfchat_gui.conversation.request import Turn
from hfchat_gui.conversation.session import ChatSession
from tests.conversation.scripted import MemoryWriter, ScriptedRouter, session_with, until
from tests.helpers.running import Run

ANSWER = (TextDelta("Hello"), ReplyFinished("stop"))


async def talk(session: ChatSession, *texts: str) -> None:
    """Send one turn after the other."""
    for text in texts:
        assert session.send(text)
        await session.finished()


def said(session: ChatSession) -> list[str]:
    """Return the texts of the path."""
    return [turn.text for turn in session.conversation.path]


def test_an_edited_turn_stands_beside_the_old_one_and_is_asked_at_once(run: Run) -> None:
    async def story() -> None:
        router = ScriptedRouter(*ANSWER)
        session = session_with(router)
        await talk(session, "one", "two")
        old = session.conversation.path
        notes = AttachedText("notes.txt", "x = 1")
        assert session.edit(old[2].id, "2", [notes])
        await session.finished()
        new = session.conversation.path[2]
        assert said(session) == ["one", "Hello", "2", "Hello"]
        assert (new.attached, new.parent) == ((notes,), old[1].id)
        assert session.conversation.versions(new.id) == (old[2].id, new.id)
        assert router.requests[-1].turns[-1].text == "2\n\nnotes.txt:\n```\nx = 1\n```"
        assert not session.edit(new.id, "  ")
        assert not session.edit(old[1].id, "a reply is not edited")
        assert not session.edit("unknown", "x")

    run(story())


def test_editing_the_first_turn_makes_a_second_beginning(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        session = session_with(ScriptedRouter(*ANSWER), writer)
        await talk(session, "a first one", "two")
        before = session.conversation.path
        assert session.edit(before[0].id, "another beginning")
        await session.finished()
        assert said(session) == ["another beginning", "Hello"]
        assert session.conversation.title == "another beginning"
        after = session.conversation.path
        assert after[0].parent is None
        assert session.conversation.versions(after[0].id) == (before[0].id, after[0].id)
        assert session.select_version(before[0].id)
        await session.finished()
        assert session.conversation.path == before
        assert writer.details[session.conversation.id].leaf == before[-1].id

    run(story())


def test_walking_goes_to_the_branch_that_was_looked_at_last(run: Run) -> None:
    async def story() -> None:
        session = session_with(ScriptedRouter(*ANSWER))
        conversation = session.conversation
        await talk(session, "one", "two")
        first, reply, second, _ = conversation.path_ids
        assert session.edit(second, "2")
        await session.finished()
        assert session.select_version(second)
        assert session.retry(reply)
        await session.finished()
        assert said(session) == ["one", "Hello"]
        heard: list[ConversationChange] = []
        conversation.subscribe(heard.append)
        assert session.select_version(reply)
        assert heard == [PathChanged()]
        assert said(session) == ["one", "Hello", "two", "Hello"]
        assert not session.select_version(first)
        assert not session.select_version("unknown")
        await session.finished()

    run(story())


def test_while_a_reply_is_open_the_path_stays(run: Run) -> None:
    async def story() -> None:
        router = ScriptedRouter(TextDelta("part"), ReplyFinished("length"))
        session = session_with(router)
        await talk(session, "one", "two")
        first, early, second, late = session.conversation.path_ids
        router.steps = [TextDelta("x"), asyncio.Event()]
        assert session.edit(second, "2")
        assert not session.edit(first, "1")
        assert not session.retry(early)
        assert not session.continue_reply(late)
        assert not session.select_version(second)
        assert not session.leave_out_oldest(late)
        await session.aclose()

    run(story())


def test_a_reply_that_was_stopped_is_gone_on_with_as_a_new_version(run: Run) -> None:
    async def story() -> None:
        router = ScriptedRouter(ThinkingDelta("hm"), TextDelta("One, "), asyncio.Event())
        session = session_with(router)
        session.send("Count.")
        await until(lambda: session.conversation.path[-1].text)
        session.stop()
        await session.finished()
        old = session.conversation.path[-1]
        router.steps = [TextDelta("two."), ReplyFinished("stop")]
        assert session.continue_reply(old.id)
        assert session.conversation.path[-1].text == "One, "
        await session.finished()
        new = session.conversation.path[-1]
        assert (new.text, new.thinking, new.state) == ("One, two.", "hm", ReplyState.COMPLETE)
        assert session.conversation.versions(new.id) == (old.id, new.id)
        assert session.conversation.message(old.id) == old
        assert not router.requests[0].continues
        assert router.requests[1].continues
        assert router.requests[1].turns == (
            Turn(Role.USER, "Count."),
            Turn(Role.ASSISTANT, "One, "),
        )
        assert not session.continue_reply(new.id)
        assert not session.continue_reply(old.id)
        assert not session.continue_reply("unknown")

    run(story())


def test_going_on_that_fails_at_once_loses_nothing_and_offers_itself_again(run: Run) -> None:
    async def story() -> None:
        router = ScriptedRouter(TextDelta("One, "))
        session = session_with(router)
        await talk(session, "Count.")
        cut = session.conversation.path[-1]
        assert cut.error is not None
        assert cut.error.action == CONTINUE
        router.steps = [ServerFailed("It broke.")]
        assert session.continue_reply(cut.id)
        await session.finished()
        again = session.conversation.path[-1]
        assert again.text == "One, "
        assert again.error is not None
        assert (again.error.action.kind, again.error.action.label) == (
            ActionKind.CONTINUE, "Try again",
        )  # fmt: skip
        assert session.conversation.versions(again.id) == (cut.id, again.id)

    run(story())


def test_a_reply_that_calls_a_tool_is_not_gone_on_with(run: Run) -> None:
    async def story() -> None:
        call = ToolCallDelta(0, "t", "clock", "{}")
        session = session_with(ScriptedRouter(TextDelta("Let me see."), call, Interrupted("Cut.")))
        await talk(session, "What time is it?")
        reply = session.conversation.path[-1]
        assert not reply.ended_early
        assert not session.continue_reply(reply.id)
        assert reply.error is not None
        assert reply.error.action.kind is ActionKind.RETRY

    run(story())


def test_a_deleted_turn_goes_with_what_follows_and_comes_back_as_it_was(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        session = session_with(ScriptedRouter(*ANSWER), writer)
        conversation = session.conversation
        assert not session.undo_delete()
        await talk(session, "one", "two")
        before = conversation.path_ids
        assert session.delete_turn(before[2])
        assert conversation.path_ids == before[:2]
        assert not conversation.has(before[3])
        assert not session.delete_turn(before[2])
        await session.finished()
        assert writer.binned == set(before[2:])
        assert writer.details[conversation.id].leaf == before[1]
        assert session.delete_turn(before[0])
        assert not conversation.has(before[0])
        assert session.undo_delete()
        assert session.undo_delete()
        assert not session.undo_delete()
        await session.finished()
        assert conversation.path_ids == before
        assert writer.binned == set()
        assert writer.details[conversation.id].leaf == before[-1]

    run(story())


def test_the_version_beside_a_deleted_one_takes_its_place(run: Run) -> None:
    async def story() -> None:
        session = session_with(ScriptedRouter(*ANSWER))
        conversation = session.conversation
        await talk(session, "one")
        first = conversation.path_ids[1]
        for _ in range(2):
            session.retry(first)
            await session.finished()
        one, two, three = conversation.versions(first)
        assert session.select_version(two)
        assert session.delete_turn(two)
        assert conversation.path_ids[1] == one
        assert session.delete_turn(one)
        assert conversation.path_ids[1] == three
        assert session.delete_turn(three)
        assert len(conversation.path_ids) == 1
        await session.finished()

    run(story())


def test_deleting_a_version_that_is_not_shown_leaves_the_path(run: Run) -> None:
    async def story() -> None:
        session = session_with(ScriptedRouter(*ANSWER))
        await talk(session, "one")
        hidden = session.conversation.path_ids[1]
        session.retry(hidden)
        await session.finished()
        path = session.conversation.path_ids
        assert session.delete_turn(hidden)
        assert session.conversation.path_ids == path
        assert session.conversation.versions(path[1]) == (path[1],)
        await session.finished()

    run(story())


def test_an_open_reply_is_stopped_before_it_is_deleted_and_its_text_comes_back(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        session = session_with(ScriptedRouter(TextDelta("so far"), asyncio.Event()), writer)
        session.send("Hi")
        await until(lambda: session.conversation.path[-1].text)
        question, reply = session.conversation.path_ids
        assert session.delete_turn(reply)
        assert not session.is_replying
        assert list(session.conversation.path_ids) == [question]
        await session.finished()
        assert writer.saved[reply].state is ReplyState.STOPPED
        assert writer.binned == {reply}
        assert session.undo_delete()
        assert said(session) == ["Hi", "so far"]
        await session.finished()

    run(story())


def test_what_comes_back_while_a_reply_is_open_is_found_among_the_versions(run: Run) -> None:
    async def story() -> None:
        router = ScriptedRouter(*ANSWER)
        session = session_with(router)
        conversation = session.conversation
        await talk(session, "one")
        reply = conversation.path_ids[1]
        session.delete_turn(reply)
        router.steps = [TextDelta("x"), asyncio.Event()]
        assert session.send("and two")
        leaf = conversation.details.leaf
        sent = conversation.path_ids[1]
        assert session.undo_delete()
        assert conversation.details.leaf == leaf
        assert conversation.versions(sent) == (reply, sent)
        await until(lambda: router.requests[1:])
        assert router.requests[-1].turns == (Turn(Role.USER, "one\n\nand two"),)
        await session.aclose()

    run(story())


def test_a_deletion_that_cannot_be_written_is_written_with_what_comes_next(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        session = session_with(ScriptedRouter(*ANSWER), writer)
        await talk(session, "one")
        writer.broken = True
        gone = session.conversation.path_ids
        session.delete_turn(gone[0])
        await session.finished()
        states = [session.conversation.save_state]
        assert session.conversation.path == ()
        writer.broken = False
        await talk(session, "a new beginning")
        assert [*states, session.conversation.save_state] == [SaveState.FAILING, SaveState.SAVED]
        assert writer.binned == set(gone)
        assert session.conversation.title == "a new beginning"
        writer.broken = True
        session.undo_delete()
        await session.finished()
        writer.broken = False
        await session.aclose()
        assert writer.binned == set()

    run(story())


def test_a_turn_with_attachments_alone_is_taken_and_an_empty_one_is_not(run: Run) -> None:
    async def story() -> None:
        router = ScriptedRouter(*ANSWER)
        session = session_with(router)
        assert not session.send("", [AttachedText("", " \n")])
        assert session.send(" ", [AttachedText("", "half of \ud83d")])
        await session.finished()
        assert router.requests[0].turns == (Turn(Role.USER, "half of \ufffd"),)
        assert session.conversation.path[0].text == ""

    run(story())


def test_without_a_writer_turns_are_deleted_in_memory_alone(run: Run) -> None:
    async def story() -> None:
        session = session_with(ScriptedRouter(*ANSWER))
        session._keeper._writer = None
        await talk(session, "one")
        assert session.delete_turn(session.conversation.path_ids[0])
        await session.aclose()
        assert session.conversation.path == ()

    run(story())
