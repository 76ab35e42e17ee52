"""A file that is damaged, newer or another program's is refused in words and left alone."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.store.failures import DATABASE_NAME
from hfchat_gui.store.lock import LOCK_NAME
from tests.helpers.running import Run
from tests.store.samples import details, opened, owns, question, reply


def broken(folder: Path, how: str) -> bytes:
    file = folder / DATABASE_NAME
    match how:
        case "no database":
            file.write_bytes(bytes.fromhex("6e6f74206120646174616261736521"))
        case "cut in half":
            file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
        case "overwritten":
            file.write_bytes(file.read_bytes()[:100] + os.urandom(file.stat().st_size - 100))
        case _:
            with contextlib.closing(sqlite3.connect(file)) as connection:
                connection.execute(how)
    return file.read_bytes()


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("no database", "is damaged"),
        ("cut in half", "is damaged"),
        ("overwritten", "is damaged"),
        ("PRAGMA user_version = 999", "newer HF Chat"),
        ("PRAGMA application_id = 7", "not a file of HF Chat"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_and_left_alone(
    run: Run, data_folder: Path, how: str, said: str
) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(), [question("x" * 100_000)])
        before = broken(data_folder, how)
        for _ in range(2):
            async with opened(data_folder) as store:
                for call in (
                    store.save_turn(details(), [question()]),
                    owns(store),
                    store.load("c1"),
                ):
                    with pytest.raises(StorageFailed, match=said) as caught:
                        await call
                    assert str(data_folder / DATABASE_NAME) in caught.value.user_text
        assert (data_folder / DATABASE_NAME).read_bytes() == before

    run(scenario())


def test_an_empty_file_counts_as_new(run: Run, data_folder: Path) -> None:
    (data_folder / DATABASE_NAME).touch()

    async def scenario() -> None:
        async with opened(data_folder) as store:
            assert list(await store.summaries()) == []
            await store.save_turn(details(), [question()])

    run(scenario())


def _move_away(folder: Path) -> None:
    aside = folder.parent / "aside"
    aside.mkdir()
    for file in folder.glob(f"{DATABASE_NAME}*"):
        file.rename(aside / file.name)


def test_after_a_damaged_file_was_moved_away_the_next_try_begins_a_new_one(
    run: Run, data_folder: Path
) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(), [question("x" * 100_000)])
        broken(data_folder, "overwritten")
        async with opened(data_folder) as store:
            for call in (owns(store), store.summaries(), store.save_turn(details(), [])):
                with pytest.raises(StorageFailed, match="Move it to another folder, with the"):
                    await call
            _move_away(data_folder)
            assert list(await store.summaries()) == []
            assert await owns(store)
            await store.save_turn(details("c2"), [question()])
            assert [row.id for row in await store.summaries()] == ["c2"]

    run(scenario())


@pytest.mark.parametrize("noticed_by", ["writing", "reading"])
def test_a_file_that_breaks_while_it_is_open_can_be_moved_away_too(
    run: Run, data_folder: Path, noticed_by: str
) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(), [question("x" * 100_000)])
            with contextlib.closing(sqlite3.connect(data_folder / DATABASE_NAME)) as other:
                other.execute("UPDATE conversations SET title = 'else'")
                other.commit()
                other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            broken(data_folder, "overwritten")
            if noticed_by == "writing":
                call = store.save_turn(details(), [question("y", "q2")])
            else:
                call = store.load("c1")  # type: ignore[assignment]
            with pytest.raises(StorageFailed, match="is damaged"):
                await call
            assert not store._database.owned
            _move_away(data_folder)
            await store.save_turn(details("c2"), [question()])
            assert [row.id for row in await store.summaries()] == ["c2"]
            assert store._database.epoch == 2

    run(scenario())


@pytest.mark.parametrize("name", [DATABASE_NAME, f"{DATABASE_NAME}-wal"])
@pytest.mark.parametrize("kind", ["folder", "pipe", "device"])
def test_what_is_no_file_is_named_and_moved_away_by_the_person(
    run: Run, data_folder: Path, kind: str, name: str
) -> None:
    place = data_folder / name

    async def scenario() -> None:
        async with opened(data_folder) as store:
            if name != DATABASE_NAME:
                await store.save_turn(details(), [question()])
        if kind == "folder":
            place.mkdir()
        elif kind == "pipe":
            os.mkfifo(place)
        else:
            place.symlink_to("/dev/zero")
        async with opened(data_folder) as store:
            for call in (store.summaries(), owns(store), store.save_turn(details(), [])):
                with pytest.raises(StorageFailed, match="something else is in its place") as caught:
                    await call
                assert str(place) in caught.value.user_text
            place.rename(data_folder / "aside")
            await store.save_turn(details(), [question()])

    run(scenario())


@pytest.mark.skipif(sys.platform == "win32", reason="there is no lock of this kind")
def test_a_folder_in_place_of_the_lock_is_named(run: Run, data_folder: Path) -> None:
    (data_folder / LOCK_NAME).mkdir(parents=True)

    async def scenario() -> None:
        async with opened(data_folder) as store:
            with pytest.raises(StorageFailed, match="cannot be used as a file") as caught:
                await store.save_turn(details(), [question()])
            assert str(data_folder / LOCK_NAME) in caught.value.user_text
            (data_folder / LOCK_NAME).rename(data_folder / "aside")
            await store.save_turn(details(), [question()])

    run(scenario())


def test_a_link_to_chats_that_are_not_there_is_no_empty_list(run: Run, data_folder: Path) -> None:
    data_folder.mkdir(parents=True, exist_ok=True)
    (data_folder / DATABASE_NAME).symlink_to(data_folder / "away" / DATABASE_NAME)

    async def scenario() -> None:
        async with opened(data_folder) as store:
            for call in (store.summaries(), store.save_turn(details(), [question()])):
                with pytest.raises(StorageFailed, match="cannot be used as a file"):
                    await call

    run(scenario())


def test_a_pipe_in_place_of_the_lock_holds_nobody_up(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(), [question(), reply("half")])
        (data_folder / LOCK_NAME).unlink()
        os.mkfifo(data_folder / LOCK_NAME)
        async with opened(data_folder) as store:
            assert (await store.load("c1")).messages[1].state is ReplyState.INTERRUPTED

    run(scenario())
