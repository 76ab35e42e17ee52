"""What is saved comes back, however odd its text and whoever reads it."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hfchat_gui.conversation.error_record import ActionKind, ErrorRecord
from hfchat_gui.conversation.errors import RateLimited, StorageFailed
from hfchat_gui.conversation.message import (
    ContentPart,
    Message,
    ReplyState,
    Role,
    TextPart,
    Timings,
    ToolCallPart,
)
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import ConversationLibrary, ConversationWriter
from hfchat_gui.conversation.reply_events import Usage
from hfchat_gui.store.conversations import ConversationStore
from hfchat_gui.store.database import Database
from hfchat_gui.store.failures import DATABASE_NAME
from tests.helpers.guards import LogGuard
from tests.helpers.running import Run
from tests.store.samples import details, opened, question, reply


def test_the_store_fills_the_ports(data_folder: Path) -> None:
    store = ConversationStore(Database(data_folder))
    writer: ConversationWriter = store
    library: ConversationLibrary = store
    assert [writer, library] == [store, store]


def test_a_saved_turn_is_read_back_by_the_next_start(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(leaf="q1"), [question()])
        async with opened(data_folder) as store:
            stored = await store.load("c1")
            assert stored.details == details(leaf="q1")
            assert stored.messages == (question(),)

    run(scenario())


def test_everything_a_reply_can_hold_is_kept(run: Run, data_folder: Path) -> None:
    error = RateLimited("Wait a little.", detail="429").record()
    full = Message(
        Role.ASSISTANT,
        (TextPart("one"), ToolCallPart("t1", "clock", '{"zone": "utc"}'), TextPart("two")),
        "a1",
        "q1",
        thinking="hmm",
        state=ReplyState.FAILED,
        model=ModelRef(Source.ADDRESS, "big", "http://[::1]:8080/v1"),
        route="somebody's computer",
        finish_reason="length",
        usage=Usage(1, 2, 3),
        timings=Timings(1.5, 2.5, 3.5),
        notes=("first", "second"),
        error=error,
        created=9.25,
    )

    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(leaf="a1"), [question(), full])
        async with opened(data_folder) as store:
            assert (await store.load("c1")).messages == (question(), full)

    run(scenario())


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("before\0after", "before\0after"),
        ("half \ud83d gone", "half \ufffd gone"),
        ("joined \ud83d\ude00", "joined \U0001f600"),
        ("x" * 5_000_000 + "é", "x" * 5_000_000 + "é"),
        ("\u2028\x85\r\n'\"; DROP TABLE messages", "\u2028\x85\r\n'\"; DROP TABLE messages"),
    ],
    ids=["NUL", "lone surrogate", "surrogate pair", "megabytes", "line ends and SQL"],
)
def test_odd_text_is_kept(run: Run, data_folder: Path, written: str, read: str) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            turn = replace(question(written), thinking=written, notes=(written,))
            await store.save_turn(replace(details(), title=written), [turn])
            stored = await store.load("c1")
            assert stored.details.title == read
            (message,) = stored.messages
            assert (message.text, message.thinking, message.notes) == (read, read, (read,))

    run(scenario())


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.text(st.characters(codec="utf-8"), min_size=1), max_size=4), st.text())
def test_any_parts_come_back(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], arguments: str
) -> None:
    call = ToolCallPart("", "", arguments.encode("utf-8", "replace").decode())
    parts: tuple[ContentPart, ...] = (*(TextPart(text) for text in texts), call)

    async def scenario() -> None:
        async with opened(tmp_path_factory.mktemp("data")) as store:
            await store.save_turn(details(), [replace(question(), parts=parts)])
            assert (await store.load("c1")).messages[0].parts == parts

    asyncio.run(scenario())


def test_saving_a_turn_again_changes_nothing_and_keeps_the_order(
    run: Run, data_folder: Path
) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            answer = reply("Because.", state=ReplyState.COMPLETE)
            await store.save_turn(details(leaf="a1"), [question(), answer])
            await store.save_turn(details(leaf="a1"), [question()])
            await store.save_turn(details(leaf="a1"), [question(), answer])
            assert (await store.load("c1")).messages == (question(), answer)

    run(scenario())


def test_every_version_of_a_turn_is_kept(run: Run, data_folder: Path) -> None:
    versions = [reply(f"v{n}", f"a{n}", state=ReplyState.COMPLETE) for n in range(3)]

    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(leaf="a2"), [question(), *versions])
            stored = await store.load("c1")
            assert [m.parent for m in stored.messages] == [None, "q1", "q1", "q1"]
            assert stored.details.leaf == "a2"

    run(scenario())


def test_the_same_id_in_two_conversations_is_two_turns(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details("c1"), [question("one")])
            await store.save_turn(details("c2"), [question("two")])
            assert (await store.load("c1")).messages[0].text == "one"
            assert (await store.load("c2")).messages[0].text == "two"

    run(scenario())


def test_the_list_is_newest_first(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            for number in (1, 3, 2):
                await store.save_details(details(f"c{number}", updated=float(number)))
            assert [row.id for row in await store.summaries()] == ["c3", "c2", "c1"]

    run(scenario())


def test_a_chat_that_is_not_there_is_named(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            assert list(await store.summaries()) == []
            with pytest.raises(StorageFailed, match="no longer in"):
                await store.load("nowhere")
            await store.save_details(details())
            with pytest.raises(StorageFailed, match="no longer in") as caught:
                await store.load("nowhere")
            assert str(data_folder) in caught.value.user_text
            assert caught.value.action.kind is ActionKind.NEW_CHAT

    run(scenario())


def test_values_of_a_later_version_are_read_as_the_nearest_known(
    run: Run, data_folder: Path
) -> None:
    extras = (
        '{"model":{"source":"moon","name":"m"},"novel":1,"usage":{"prompt":1,"cached":5},'
        '"timings":["x"],"notes":["kept",5],'
        '"error":{"kind":"new","message":"m","action":["teleport","Go",""]}}'
    )

    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(), [question()])
        with sqlite3.connect(data_folder / DATABASE_NAME) as connection:
            connection.execute(
                "UPDATE messages SET role = 'developer', state = 'dreaming', extras = ?,"
                ' parts = \'[{"image":1},7,{"text":"seen"}]\'',
                (extras,),
            )
            connection.execute('UPDATE conversations SET model = \'{"source":"moon"}\'')
        connection.close()
        async with opened(data_folder) as store:
            (message,) = (await store.load("c1")).messages
            assert (message.role, message.state) == (Role.ASSISTANT, ReplyState.COMPLETE)
            assert message.parts == (TextPart("seen"),)
            assert message.model == ModelRef(Source.LOCAL, "m")
            assert (message.usage, message.timings) == (Usage(1, 0, 0), Timings())
            assert message.notes == ("kept",)
            assert message.error == ErrorRecord("new", "m")

    run(scenario())


def test_a_value_that_is_broken_inside_does_not_hide_the_chat(
    run: Run, data_folder: Path, log_guard: LogGuard
) -> None:
    log_guard.expect("no JSON object")

    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(), [question()])
        with sqlite3.connect(data_folder / DATABASE_NAME) as connection:
            connection.execute("UPDATE messages SET extras = '{\"model\"', parts = '{}'")
            connection.execute("UPDATE conversations SET sampling = NULL || '' OR 5")
        connection.close()
        async with opened(data_folder) as store:
            stored = await store.load("c1")
            assert stored.messages[0].parts == ()
            assert stored.details.sampling.seed is None

    run(scenario())


def test_many_calls_at_once_are_done_in_order(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            await asyncio.gather(
                *(store.save_turn(details(), [question(f"v{n}")]) for n in range(50))
            )
            assert (await store.load("c1")).messages[0].text == "v49"

    run(scenario())


def test_a_save_that_nobody_waits_for_any_more_is_still_done(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.summaries()
            saving = asyncio.ensure_future(store.save_turn(details(), [question()]))
            await asyncio.sleep(0)
            saving.cancel()
            with pytest.raises(asyncio.CancelledError):
                await saving
            assert (await store.load("c1")).messages == (question(),)

    run(scenario())
