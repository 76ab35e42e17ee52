"""What lies in the bin is out of sight, comes back whole, and is really deleted after 30 days."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from pathlib import Path

import pytest

from hfchat_gui.conversation.draft import Draft
from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.message import Message, ReplyState
from hfchat_gui.store.bin import DAYS_KEPT
from hfchat_gui.store.drafts import DraftStore
from hfchat_gui.store.failures import DATABASE_NAME
from hfchat_gui.store.migrations import MIGRATIONS, migrate
from tests.helpers.running import Run
from tests.store.samples import details, look, opened, question, reply
from tests.store.store_program import started

ANSWER = reply("Because.", state=ReplyState.COMPLETE)


def ids(messages: tuple[Message, ...]) -> list[str]:
    return [message.id for message in messages]


def aged(folder: Path, days: float) -> None:
    """Let all that is in the bin have lain there for so long."""
    since = time.time() - days * 24 * 60 * 60
    with contextlib.closing(sqlite3.connect(folder / DATABASE_NAME)) as connection, connection:
        for table in ("conversations", "messages"):
            connection.execute(f"UPDATE {table} SET binned = ? WHERE binned IS NOT NULL", (since,))


def test_binned_turns_are_not_loaded_until_they_come_back(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(leaf="a1"), [question(), ANSWER])
            await store.bin_turns(details(leaf="q1"), ["a1"])
            stored = await store.load("c1")
            assert (stored.details.leaf, ids(stored.messages)) == ("q1", ["q1"])
            await store.save_turn(details(leaf="q1"), [ANSWER])  # a write that came late
            assert ids((await store.load("c1")).messages) == ["q1"]
            await store.unbin_turns(details(leaf="a1"), ["a1"])
            stored = await store.load("c1")
            assert (stored.details.leaf, stored.messages) == ("a1", (question(), ANSWER))

    run(scenario())


def test_a_binned_chat_is_neither_listed_nor_loaded_until_it_comes_back(
    run: Run, data_folder: Path
) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(leaf="q1"), [question()])
            await store.bin_conversation("c1")
            await store.bin_conversation("never kept")
            await store.save_details(details(leaf="q1"))  # a write that came late
            assert list(await store.summaries()) == []
            with pytest.raises(StorageFailed, match="no longer in"):
                await store.load("c1")
            await store.unbin_conversation("c1")
            assert [row.id for row in await store.summaries()] == ["c1"]
            assert ids((await store.load("c1")).messages) == ["q1"]

    run(scenario())


def test_the_bin_survives_a_killed_program_and_is_seen_by_readers(
    run: Run, data_folder: Path
) -> None:
    with started("bin_and_stay", data_folder) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()

        async def beside() -> None:
            before = look(data_folder)
            async with opened(data_folder) as store:
                assert [row.id for row in await store.summaries()] == ["c1"]
                assert ids((await store.load("c1")).messages) == ["q1"]
            assert look(data_folder) == before

        run(beside())
        writer.kill()

    async def afterwards() -> None:
        async with opened(data_folder) as store:
            await store._database.own()
            assert ids((await store.load("c1")).messages) == ["q1"]
            await store.unbin_turns(details(leaf="a1"), ["a1"])
            await store.unbin_conversation("c2")
            assert ids((await store.load("c1")).messages) == ["q1", "a1"]
            assert {row.id for row in await store.summaries()} == {"c1", "c2"}
            draft = await DraftStore(store._database).draft("c1")
            assert (draft.text, draft.attached[0].text) == ("half a", "x = 1\n")

    run(afterwards())


@pytest.mark.parametrize(("days", "is_kept"), [(DAYS_KEPT - 1, True), (DAYS_KEPT + 1, False)])
def test_the_next_owner_really_deletes_what_is_too_old(
    run: Run, data_folder: Path, days: float, *, is_kept: bool
) -> None:
    secret = reply("deleted words", state=ReplyState.COMPLETE)

    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(leaf="a1"), [question(), secret])
            await store.save_turn(details("c2", leaf="q1"), [question("gone for good")])
            await DraftStore(store._database).keep("c2", Draft("a draft of it"))
            await DraftStore(store._database).keep("c1", Draft("another"))
            await store.bin_turns(details(leaf="q1"), ["a1"])
            await store.bin_conversation("c2")
        aged(data_folder, days)
        async with opened(data_folder) as reader:
            await reader.summaries()  # a reader empties nothing
        async with opened(data_folder) as store:
            await store._database.own()
            await store.unbin_turns(details(leaf="a1"), ["a1"])
            await store.unbin_conversation("c2")
            assert ids((await store.load("c1")).messages) == (["q1", "a1"] if is_kept else ["q1"])
            assert ("c2" in {row.id for row in await store.summaries()}) == is_kept
            assert (await DraftStore(store._database).draft("c2")).is_empty != is_kept
            assert (await DraftStore(store._database).draft("c1")).text == "another"
        on_disk = (data_folder / DATABASE_NAME).read_bytes()
        for words in (b"deleted words", b"gone for good", b"a draft of it"):
            assert (words in on_disk) == is_kept

    run(scenario())


def test_a_reply_in_the_bin_that_a_crash_left_open_stays_there(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(leaf="a1"), [question(), reply()])
            await store.journal("c1", reply("so far"))
            await store.bin_turns(details(leaf="q1"), ["a1"])
            assert ids((await store.load("c1")).messages) == ["q1"]
        async with opened(data_folder) as store:
            await store._database.own()
            stored = await store.load("c1")
            assert (stored.details.leaf, ids(stored.messages)) == ("q1", ["q1"])
            await store.unbin_turns(details(leaf="a1"), ["a1"])
            assert (await store.load("c1")).messages[-1].text == "so far"

    run(scenario())


def first_version(folder: Path) -> None:
    """Make a database as the first release did."""
    folder.mkdir(mode=0o700, exist_ok=True)
    with contextlib.closing(
        sqlite3.connect(folder / DATABASE_NAME, isolation_level=None)
    ) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        migrate(connection, MIGRATIONS[:1])
        connection.execute(
            "INSERT INTO conversations VALUES ('c1', 'Old', '', '{}', '{}', 'q1', 1, 2)"
        )
        connection.execute(
            "INSERT INTO messages (conversation, id, role, state, text, thinking, extras, created)"
            " VALUES ('c1', 'q1', 'user', 'complete', 'Why?', '', '{}', 3)"
        )


def test_a_chat_of_the_first_release_reads_as_before(run: Run, data_folder: Path) -> None:
    first_version(data_folder)

    async def scenario() -> None:
        for owns in (False, True):
            async with opened(data_folder) as store:
                if owns:
                    await store._database.own()
                stored = await store.load("c1")
                assert [row.title for row in await store.summaries()] == ["Old"]
                assert [message.text for message in stored.messages] == ["Why?"]
                assert not stored.details.has_own_title
                assert stored.details.first_sent is None
                assert (await DraftStore(store._database).draft("c1")).is_empty

    run(scenario())


def test_a_database_of_the_first_release_is_read_beside_its_owner(
    run: Run, data_folder: Path
) -> None:
    first_version(data_folder)
    with contextlib.closing(sqlite3.connect(data_folder / DATABASE_NAME)) as owner, owner:
        owner.execute("UPDATE conversations SET title = 'Newer'")
        owner.commit()  # in the log, which stays while the owner does
        before = look(data_folder)[DATABASE_NAME]

        async def scenario() -> None:
            async with opened(data_folder) as store:
                assert [row.title for row in await store.summaries()] == ["Newer"]
                assert (await store.load("c1")).details.title == "Newer"

        run(scenario())
        assert look(data_folder)[DATABASE_NAME] == before
