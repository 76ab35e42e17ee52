"""A reader sees all that was written and leaves the folder exactly as it found it."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.store import snapshots
from hfchat_gui.store.conversations import ConversationStore
from hfchat_gui.store.database import Database
from hfchat_gui.store.failures import DATABASE_NAME
from hfchat_gui.store.migrations import MIGRATIONS
from tests.helpers.running import Run
from tests.store.samples import details, look, opened, owns, question
from tests.store.store_program import started


def killed(folder: Path) -> None:
    """Leave the folder as a killed program leaves it: log and index beside the database."""
    with started("save_and_stay", folder) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        writer.kill()


def closed(folder: Path) -> None:
    """Leave the folder as a program that closed it leaves it: the database alone."""
    with started("save_and_stay", folder) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        writer.kill()
    with contextlib.closing(sqlite3.connect(folder / DATABASE_NAME)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def backed_up(folder: Path) -> None:
    """Leave the folder as a backup has it: the log without its index."""
    killed(folder)
    (folder / f"{DATABASE_NAME}-shm").unlink()


def in_mid_commit(folder: Path) -> None:
    """Leave a rollback journal behind, as a crash does in a database without a log."""
    closed(folder)
    file = folder / DATABASE_NAME
    program = (
        "import os, sqlite3, sys\n"
        "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "c.execute('PRAGMA journal_mode = DELETE'); c.execute('PRAGMA cache_size = 2')\n"
        "c.execute('PRAGMA cache_spill = 2'); c.execute('BEGIN')\n"
        "for n in range(300):\n"
        "    c.execute('INSERT INTO server_facts VALUES (?, ?)', (n, 'x' * 3000))\n"
        "c.execute('UPDATE messages SET text = ?', ('not committed',)); os._exit(0)\n"
    )
    subprocess.run(["python3", "-c", program, str(file)], check=True)
    assert (folder / f"{DATABASE_NAME}-journal").exists()


@pytest.mark.parametrize("leave", [closed, killed])
@pytest.mark.parametrize(
    ("change", "said"),
    [("PRAGMA user_version = 999", "newer HF Chat"), ("PRAGMA application_id = 7", "not a file")],
)
def test_a_folder_of_another_program_is_refused_and_left_as_it_was(
    run: Run, data_folder: Path, *, leave: Callable[[Path], None], change: str, said: str
) -> None:
    leave(data_folder)
    program = (
        "import os, sqlite3, sys\n"
        "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "c.execute('PRAGMA wal_autocheckpoint = 0'); c.execute(sys.argv[2]); os._exit(0)\n"
    )
    subprocess.run(["python3", "-c", program, data_folder / DATABASE_NAME, change], check=True)
    before = look(data_folder)
    assert f"{DATABASE_NAME}-wal" in before

    async def scenario() -> None:
        async with opened(data_folder) as store:
            with pytest.raises(StorageFailed, match=said):
                await owns(store)
            with pytest.raises(StorageFailed, match=said):
                await store.load("c1")

    run(scenario())
    assert look(data_folder) == before


@pytest.mark.parametrize("leave", [closed, killed, backed_up, in_mid_commit])
def test_reading_a_folder_that_nobody_owns_changes_nothing(
    run: Run, data_folder: Path, leave: Callable[[Path], None]
) -> None:
    leave(data_folder)
    before = look(data_folder)

    async def scenario() -> None:
        async with opened(data_folder) as reader:
            assert [row.id for row in await reader.summaries()] == ["c1"]
            assert (await reader.load("c1")).messages == (question(),)

    run(scenario())
    assert look(data_folder) == before


def test_reading_beside_a_running_writer_changes_nothing_and_sees_all(
    run: Run, data_folder: Path
) -> None:
    async def scenario(seen: str) -> None:
        async with opened(data_folder) as reader:
            before = look(data_folder)
            first, second = (await reader.load("c1")).messages
            assert (first.text, second.text) == ("Why?", seen)
            assert second.state is ReplyState.STREAMING
            assert look(data_folder) == before

    # A program of its own: within one, SQLite shares the index, and looking frees its locks.
    with started("grow_when_told", data_folder) as writer:
        assert writer.stdin is not None
        assert writer.stdout is not None
        for number in range(5):
            writer.stdin.write("go\n")
            writer.stdin.flush()
            writer.stdout.readline()
            run(scenario("word " * number))
        writer.kill()


def test_a_folder_with_odd_characters_in_its_name_is_read(run: Run, tmp_path: Path) -> None:
    async def scenario() -> None:
        folder = tmp_path / "a #b?c=1%20é&mode=rw"
        async with opened(folder) as store:
            await store.save_turn(details(), [question()])
        async with opened(folder) as reader:
            assert (await reader.load("c1")).messages == (question(),)

    run(scenario())


def test_a_database_of_an_earlier_version_is_read_as_todays(
    run: Run, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def m002_colour(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE conversations ADD COLUMN colour TEXT")

    def colours(connection: sqlite3.Connection) -> object:
        return connection.execute("SELECT id, colour FROM conversations").fetchall()

    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(), [question()])
        before = look(data_folder)
        monkeypatch.setattr(snapshots, "MIGRATIONS", (*MIGRATIONS, m002_colour))
        async with opened(data_folder) as reader:
            assert await reader._database.read(colours) == [("c1", None)]
        assert look(data_folder) == before

    run(scenario())


def test_an_owner_that_comes_in_between_makes_the_reader_read_again(
    run: Run, data_folder: Path
) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(), [question("old")])

    run(scenario())
    seen = []

    def slowly(connection: sqlite3.Connection) -> str:
        (text,) = connection.execute("SELECT text FROM messages").fetchone()
        seen.append(text)
        if len(seen) == 1:
            killed(data_folder)  # an owner writes another text and is gone
            if len(seen) == 1:
                raise sqlite3.DatabaseError("what a page looks like that changes while it is read")
        return str(text)

    assert snapshots.read(data_folder / DATABASE_NAME, slowly) == "Why?"
    assert seen == ["old", "Why?"]


def test_a_result_that_was_read_while_an_owner_came_is_not_trusted(
    run: Run, data_folder: Path
) -> None:
    closed(data_folder)
    calls = []

    def slowly(connection: sqlite3.Connection) -> int:
        calls.append(connection.execute("SELECT count(*) FROM messages").fetchone())
        if len(calls) == 1:
            killed(data_folder)
        return len(calls)

    assert snapshots.read(data_folder / DATABASE_NAME, slowly) == 2


def test_an_owner_that_comes_all_the_time_ends_the_patience(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed(data_folder)
    monkeypatch.setattr(snapshots, "_TRIES", 3)
    monkeypatch.setattr(snapshots, "_PAUSE_SECONDS", 0)
    calls = []

    def disturbed(connection: sqlite3.Connection) -> int:
        calls.append(1)
        with (data_folder / DATABASE_NAME).open("ab") as stream:
            stream.write(bytes(4096))
        raise sqlite3.DatabaseError("changing")

    with pytest.raises(sqlite3.DatabaseError, match="changing"):
        snapshots.read(data_folder / DATABASE_NAME, disturbed)
    assert len(calls) == 3


def test_the_owner_reads_from_its_own_connection(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        store = ConversationStore(Database(data_folder))
        assert await owns(store)
        assert list(await store.summaries()) == []
        await store._database.aclose()

    run(scenario())
