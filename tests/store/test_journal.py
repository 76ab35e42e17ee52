"""An open reply is on disk as far as it was journalled, and is told as cut after a crash."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.message import Message, ReplyState, TextPart, ToolCallPart
from hfchat_gui.store.conversations import ConversationStore
from hfchat_gui.store.database import Database
from hfchat_gui.store.failures import DATABASE_NAME
from tests.helpers.guards import LogGuard
from tests.helpers.running import Run
from tests.store.samples import details, look, opened, owns, question, reply


async def abandoned(folder: Path, *steps: Message) -> None:
    """Journal these states of one reply and leave, as a killed program leaves: nothing settled."""
    async with opened(folder) as store:
        await store.save_turn(details(leaf="q1"), [question()])
        for step in steps:
            await store.journal("c1", step)


def records(folder: Path) -> list[str]:
    connection = sqlite3.connect(folder / DATABASE_NAME)
    found = [row[0] for row in connection.execute("SELECT growth FROM journal ORDER BY number")]
    connection.close()
    return found


STEPS = {
    "text": [reply("One"), reply("One, two"), reply("One, two, three")],
    "nothing yet": [replace(reply(), state=ReplyState.WAITING)],
    "thinking, then text": [
        replace(reply(), thinking="Hm"),
        replace(reply(), thinking="Hmm."),
        replace(reply("So"), thinking="Hmm."),
        replace(reply("So it is"), thinking="Hmm."),
    ],
    "text that became thinking": [
        reply("Let me see"),
        reply("Let me see, well"),
        replace(reply(), thinking="Let me see, well"),
        replace(reply("Yes"), thinking="Let me see, well"),
    ],
    "tool calls": [
        replace(reply("A"), parts=(TextPart("A"), ToolCallPart("t", "f", ""))),
        replace(reply("A"), parts=(TextPart("A"), ToolCallPart("t", "f", '{"x":'))),
        replace(reply("A"), parts=(TextPart("A"), ToolCallPart("t", "f", '{"x":1}'))),
        replace(
            reply("A"),
            parts=(TextPart("A"), ToolCallPart("t", "f", '{"x":1}'), ToolCallPart("u", "g", "")),
        ),
        replace(
            reply("A"),
            parts=(TextPart("A"), ToolCallPart("t", "f", '{"x":1}'), ToolCallPart("v", "g", "7")),
        ),
    ],
    "an empty text part that grows": [
        replace(reply(), parts=(TextPart(""),)),
        replace(reply(), parts=(TextPart("now"),)),
    ],
    "text before and after a call": [
        replace(reply(), parts=(TextPart("a"), ToolCallPart("t", "f", "1"))),
        replace(reply(), parts=(TextPart("b"), ToolCallPart("t", "f", "1"), TextPart("c"))),
        replace(reply(), parts=(TextPart("b"),)),
    ],
    "notes and route": [
        replace(reply("x"), notes=("left out",)),
        replace(reply("x"), notes=("left out", "and more"), route="far away"),
    ],
    "a pair of surrogates that was cut": [reply("smile \ud83d"), reply("smile \ud83d\ude00")],
}


@pytest.mark.parametrize("steps", STEPS.values(), ids=STEPS.keys())
def test_the_reply_is_recovered_as_it_was_last(
    run: Run, data_folder: Path, steps: list[Message]
) -> None:
    async def scenario() -> None:
        await abandoned(data_folder, *steps)
        before = look(data_folder)
        async with opened(data_folder) as reader:
            seen = (await reader.load("c1")).messages
        assert look(data_folder) == before
        async with opened(data_folder) as store:
            assert await owns(store)
            stored = await store.load("c1")
        assert stored.messages == seen
        found = stored.messages[1]
        expected = steps[-1]
        assert found.state is ReplyState.INTERRUPTED
        assert found.error is not None
        assert found.error.kind == "interrupted"
        assert found.text == expected.text.encode("utf-16", "surrogatepass").decode("utf-16")
        assert replace(found, parts=(), state=expected.state, error=None) == replace(
            expected, parts=()
        )
        if "\ud83d" not in expected.text:
            assert found.parts == expected.parts
        assert stored.details.leaf == "a1"
        assert records(data_folder) == []

    run(scenario())


def test_only_the_growth_is_written(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        text = "x" * 100_000
        await abandoned(data_folder, reply(text), reply(text + "more"), reply(text + "more"))
        first, second = records(data_folder)
        assert len(first) > 100_000
        assert second == '{"parts":[1,"more",[]]}'

    run(scenario())


def test_settling_replaces_the_journal(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        done = reply("All of it.", state=ReplyState.COMPLETE)
        async with opened(data_folder) as store:
            await store.save_turn(details(), [question()])
            await store.journal("c1", reply("All"))
            await store.settle(details(leaf="a1"), done)
            await store.journal("c1", reply("All of"))  # comes too late
            assert (await store.load("c1")).messages == (question(), done)
        assert records(data_folder) == []

    run(scenario())


def test_an_open_reply_is_open_while_its_writer_lives(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store, opened(data_folder) as reader:
            await store.save_turn(details(), [question()])
            await store.journal("c1", reply("So far"))
            for library in (store, reader):
                message = (await library.load("c1")).messages[1]
                assert (message.text, message.state) == ("So far", ReplyState.STREAMING)

    run(scenario())


def test_a_reply_saved_as_open_is_told_as_cut_too(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(leaf="a1"), [question(), reply("Half")])
        async with opened(data_folder) as reader:
            assert (await reader.load("c1")).messages[1].state is ReplyState.INTERRUPTED
        async with opened(data_folder) as store:
            await store._database.own()
            assert (await store.load("c1")).messages[1].state is ReplyState.INTERRUPTED

    run(scenario())


def test_a_reply_that_was_done_but_not_settled_is_done(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        await abandoned(data_folder, reply("Hal"), reply("Half", state=ReplyState.STOPPED))
        async with opened(data_folder) as store:
            await store._database.own()
            message = (await store.load("c1")).messages[1]
            assert (message.text, message.state) == ("Half", ReplyState.STOPPED)
            assert message.error is None

    run(scenario())


@pytest.mark.parametrize(
    "junk",
    [
        "{",
        "[]",
        '{"parts":[9,"x",[]]}',
        '{"parts":7}',
        '{"thinking":[1,5]}',
        '{"parts":["a","b",[]]}',
    ],
)
def test_a_record_that_makes_no_sense_ends_the_recovery_there(
    run: Run, data_folder: Path, log_guard: LogGuard, junk: str
) -> None:
    if junk in ("{", "[]"):
        log_guard.expect("no JSON object")

    async def scenario() -> None:
        await abandoned(data_folder, reply("One"), reply("One, two"))
        connection = sqlite3.connect(data_folder / DATABASE_NAME)
        connection.execute("INSERT INTO journal VALUES ('c1', 'a1', 9, ?)", (junk,))
        connection.commit()
        connection.close()
        async with opened(data_folder) as store:
            await store._database.own()
            assert (await store.load("c1")).messages[1].text == "One, two"

    run(scenario())


def test_a_journal_without_its_chat_is_refused(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            with pytest.raises(StorageFailed, match="is not saved"):
                await store.journal("c1", reply("x"))
            await store.save_turn(details(), [question()])
            await store.journal("c1", reply("x"))
            assert (await store.load("c1")).messages[1].text == "x"

    run(scenario())


def test_growth_after_a_failed_write_holds_what_the_failed_one_held(
    run: Run, data_folder: Path
) -> None:
    async def scenario() -> None:
        database = Database(data_folder)
        store = ConversationStore(database)
        await store.save_turn(details(), [question()])
        await store.journal("c1", reply("One"))
        await database.read(lambda c: c.execute("PRAGMA query_only = ON"))
        with pytest.raises(StorageFailed):
            await store.journal("c1", reply("One, two"))
        await store.journal("c1", reply("One, two, three"))
        assert (await store.load("c1")).messages[1].text == "One, two, three"
        await database.aclose()

    run(scenario())
