"""A disk that is full, forbidden or gone is named, loses nothing, and is used again later."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.store import database as module
from hfchat_gui.store.failures import DATABASE_NAME
from hfchat_gui.store.lock import LOCK_NAME
from tests.helpers.running import Run
from tests.store.samples import details, opened, owns, question, reply
from tests.store.store_program import said, started


def test_a_disk_that_refuses_to_grow_files_is_named_and_used_again(tmp_path: Path) -> None:
    first, second, rows = said("starve", tmp_path / "data")
    for sentence in (first, second):
        assert str(tmp_path / "data") in sentence
        assert "disk" in sentence
        assert "try again" in sentence
    assert rows == "['before', 'during']"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte, where this account may mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)],
        capture_output=True,
        check=False,
    )
    if done.returncode:
        pytest.skip("may not mount a disk here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_full_disk_is_named_and_used_again_when_there_is_space(
    run: Run, small_disk: Path
) -> None:
    folder = small_disk / "data"

    async def scenario() -> None:
        async with opened(folder) as store:
            await store.save_turn(details(), [question("kept")])
            (small_disk / "ballast").write_bytes(bytes(os.statvfs(small_disk).f_bavail * 4096))
            for attempt in range(2):
                with pytest.raises(StorageFailed, match="disk is full") as caught:
                    await store.save_turn(details("c2"), [question("x" * 300_000)])
                assert str(folder) in caught.value.user_text, attempt
            assert (await store.load("c1")).messages[0].text == "kept"
            (small_disk / "ballast").unlink()
            await store.save_turn(details("c2"), [question("x" * 300_000)])
            assert len(await store.summaries()) == 2
        async with opened(folder) as store:
            assert len((await store.load("c2")).messages[0].text) == 300_000

    run(scenario())


def test_a_disk_full_from_the_start_can_still_be_read(run: Run, small_disk: Path) -> None:
    folder = small_disk / "data"

    async def scenario() -> None:
        async with opened(folder) as store:
            await store.save_turn(details(), [question("kept"), reply("half")])
        (small_disk / "ballast").write_bytes(bytes(os.statvfs(small_disk).f_bavail * 4096))
        async with opened(folder) as store:
            with pytest.raises(StorageFailed):
                await owns(store)
            assert (await store.load("c1")).messages[0].text == "kept"
            (small_disk / "ballast").unlink()
            assert await owns(store)
            assert (await store.load("c1")).messages[1].state is ReplyState.INTERRUPTED

    run(scenario())


def test_a_disk_too_small_for_an_empty_database_is_named_full(run: Run, small_disk: Path) -> None:
    room = os.statvfs(small_disk).f_bavail * 4096
    (small_disk / "ballast").write_bytes(bytes(room - 64 * 1024))

    async def scenario() -> None:
        async with opened(small_disk / "data") as store:
            for call in (owns(store), store.save_turn(details(), [question()])):
                with pytest.raises(StorageFailed, match="disk is full"):
                    await call
            (small_disk / "ballast").unlink()
            await store.save_turn(details(), [question()])

    run(scenario())


def test_a_kill_while_the_disk_is_full_loses_nothing_that_was_saved(
    run: Run, small_disk: Path
) -> None:
    with started("fill_and_stay", small_disk / "data") as writer:
        assert writer.stdout is not None
        assert "disk is full" in writer.stdout.readline()
        writer.kill()
    (small_disk / "ballast").unlink()

    async def scenario() -> None:
        async with opened(small_disk / "data") as store:
            assert await owns(store)
            assert [row.id for row in await store.summaries()] == ["c1"]
            assert (await store.load("c1")).messages == (question(),)

    run(scenario())


def test_a_disk_that_allows_reading_only_is_named(run: Run, small_disk: Path) -> None:
    folder = small_disk / "data"

    async def scenario() -> None:
        async with opened(folder) as store:
            await store.save_turn(details(), [question("kept")])
        remount(small_disk, "ro")
        async with opened(folder) as store:
            with pytest.raises(StorageFailed, match="not allowed to keep chats") as caught:
                await store.save_turn(details(), [question("new")])
            assert str(folder) in caught.value.user_text
            assert (await store.load("c1")).messages[0].text == "kept"
            remount(small_disk, "rw")
            await store.save_turn(details(), [question("new")])

    run(scenario())


def remount(place: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(place)], check=True)


def test_a_folder_that_may_not_be_made_is_named() -> None:
    refused, seen = said("knock", Path("/hfchat-is-not-allowed-here"))
    assert "not allowed to keep chats in /hfchat-is-not-allowed-here" in refused
    assert seen == "()"


@pytest.mark.skipif(os.geteuid() != 0, reason="needs two accounts")
def test_a_folder_of_somebody_else_is_named() -> None:
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        folder = Path(place, "data")
        folder.mkdir(mode=0o755)
        (folder / DATABASE_NAME).touch(0o600)
        for answer in said("knock", folder):
            assert f"not allowed to keep chats in {folder}" in answer


@pytest.mark.parametrize("at", ["data", "data/below"])
def test_a_file_in_place_of_the_folder_is_named(run: Run, tmp_path: Path, at: str) -> None:
    (tmp_path / "data").write_text("mine")

    async def scenario() -> None:
        async with opened(tmp_path / at) as store:
            with pytest.raises(StorageFailed, match="something else is in its place"):
                await store.save_turn(details(), [question()])
            (tmp_path / "data").unlink()
            await store.save_turn(details(), [question()])

    run(scenario())


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no folder that takes none is known")
def test_a_folder_that_cannot_be_made_is_not_said_to_be_gone(run: Run) -> None:
    async def scenario() -> None:
        async with opened(Path("/proc/none/data")) as store:
            with pytest.raises(StorageFailed, match="cannot be made there"):
                await store.save_turn(details(), [question()])

    run(scenario())


def test_a_folder_that_went_away_is_named_and_used_when_it_is_back(
    run: Run, data_folder: Path
) -> None:
    away = data_folder.with_name("away")

    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(), [question()])
            shutil.move(data_folder, away)
            for _ in range(2):
                with pytest.raises(StorageFailed, match="no longer there"):
                    await store.save_turn(details("c2"), [question()])
            with pytest.raises(StorageFailed, match="no longer there"):
                await store.summaries()
            shutil.move(away, data_folder)
            await store.save_turn(details("c2"), [question()])
            assert len(await store.summaries()) == 2

    run(scenario())


def test_a_folder_that_was_replaced_is_opened_anew(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(), [question()])
            await store.journal("c1", reply("One"))
            shutil.copytree(data_folder, data_folder.with_name("copy"))
            shutil.rmtree(data_folder)
            data_folder.with_name("copy").rename(data_folder)
            await store.journal("c1", reply("One, two"))
            assert (await store.load("c1")).messages[1].text == "One, two"
            assert store._database.epoch == 2

    run(scenario())


def test_a_lock_file_that_was_deleted_is_taken_anew(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store, opened(data_folder) as other:
            await store.save_turn(details(), [question()])
            (data_folder / LOCK_NAME).unlink()
            await store.save_turn(details("c2"), [question()])
            assert not await owns(other)

    run(scenario())


def test_another_programs_lock_on_the_file_is_named(
    run: Run, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BUSY_SECONDS", 0.1)

    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(), [question()])
            other = sqlite3.connect(data_folder / DATABASE_NAME, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StorageFailed, match="Another program has locked"):
                await store.save_turn(details(), [question()])
            other.execute("ROLLBACK")
            other.close()
            await store.save_turn(details(), [question()])

    run(scenario())
