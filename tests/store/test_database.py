"""Turns are durable, private and safe from crashes, full disks and folders that go away."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import FolderInUse, StorageFailed
from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.store import database as module
from hfchat_gui.store.conversations import ConversationStore
from hfchat_gui.store.database import Database
from hfchat_gui.store.failures import DATABASE_NAME
from hfchat_gui.store.lock import LOCK_NAME
from tests.helpers.guards import LogGuard
from tests.helpers.running import Run
from tests.helpers.tracing import Event, needs_strace, read_events, tracer
from tests.store.samples import details, opened, question, reply
from tests.store.store_program import ROOT, command, said, started


def modes(folder: Path) -> tuple[int, set[int]]:
    """Return the mode of the folder and those of its files."""
    own, *files = (stat.S_IMODE(p.stat().st_mode) for p in (folder, *folder.iterdir()))
    return own, set(files)


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


@pytest.fixture
def umask() -> Iterator[None]:
    """Let new files be readable and writable by all, if nobody says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_nothing_is_touched_before_the_first_write(run: Run, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path / "data") as store:
            assert list(await store.summaries()) == []
            assert not store._database.owned
        assert not (tmp_path / "data").exists()

    run(scenario())


@pytest.mark.usefixtures("umask")
def test_folder_and_files_are_for_their_owner_only(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "a" / "data"

    async def scenario() -> None:
        async with opened(folder) as store:
            await store.save_turn(details(), [question()])
            ends = ("", "-wal", "-shm")
            assert names(folder) == {LOCK_NAME, *(DATABASE_NAME + end for end in ends)}
            assert modes(folder) == (0o700, {0o600})

    run(scenario())


def test_wrong_modes_are_repaired(run: Run, data_folder: Path) -> None:
    with started("save_and_stay", data_folder) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        writer.kill()
    for file in data_folder.iterdir():
        file.chmod(0o666)
    data_folder.chmod(0o755)

    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store._database.own()
            assert modes(data_folder) == (0o700, {0o600})

    run(scenario())


@needs_strace
def test_each_saved_turn_is_synced_before_the_call_returns(tmp_path: Path) -> None:
    events = traced("save_three", tmp_path)
    for number in range(3):
        began, ended = between(events, str(number))
        synced = [
            event
            for event in events
            if event.name in ("fdatasync", "fsync")
            and event.path.endswith("-wal")
            and event.result == 0
            and began <= event.began
            and event.ended <= ended
        ]
        written = [
            event
            for event in events
            if event.name == "pwrite64"
            and event.path.endswith("-wal")
            and began <= event.began <= ended
        ]
        assert written
        assert synced
        assert synced[-1].began >= written[-1].ended


@needs_strace
def test_the_journal_is_written_without_a_sync(tmp_path: Path) -> None:
    events = traced("save_three", tmp_path)
    began, ended = between(events, "journal")
    names = [event.name for event in events if began <= event.began <= ended]
    assert "pwrite64" in names
    assert not {"fsync", "fdatasync"} & set(names)


def traced(what: str, folder: Path) -> list[Event]:
    log = folder / "trace.log"
    subprocess.run(
        [*tracer(log), *command(what, folder / "data")],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    return read_events(log)


def between(events: list[Event], mark: str) -> tuple[float, float]:
    marks = [
        event for event in events if event.name == "write" and f" {mark}\\n" in event.arguments
    ]
    begin, end = marks
    return begin.ended, end.began


@pytest.mark.parametrize("words", [1, 60])
def test_a_kill_in_mid_reply_loses_no_turn(run: Run, data_folder: Path, words: int) -> None:
    with started("grow", data_folder) as writer:
        assert writer.stdout is not None
        number = 0
        while number < words:
            number = int(writer.stdout.readline())
        writer.send_signal(signal.SIGKILL)

    async def scenario() -> None:
        async with opened(data_folder) as store:
            assert await store._database.try_own()
            first, second = (await store.load("c1")).messages
            assert first == question()
            found = second.text.split()
            assert found == [str(n) for n in range(len(found))]
            assert len(found) >= number + 1
            assert second.thinking == f"t{len(found) - 1}"
            assert second.state is ReplyState.INTERRUPTED

    run(scenario())


def test_a_torn_end_of_the_log_costs_the_last_words_only(run: Run, data_folder: Path) -> None:
    with started("grow", data_folder) as writer:
        assert writer.stdout is not None
        for _ in range(40):
            writer.stdout.readline()
        writer.kill()
    log = data_folder / f"{DATABASE_NAME}-wal"
    content = log.read_bytes()
    # As after a loss of power: the last page half written, the one before it zeros.
    log.write_bytes(content[:-9000] + bytes(4000))

    async def scenario() -> None:
        async with opened(data_folder) as store:
            assert await store._database.try_own()
            first, second = (await store.load("c1")).messages
            assert first == question()
            assert len(second.text.split()) > 20

    run(scenario())


def test_a_second_store_reads_beside_the_first_and_later_owns(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as second:
            async with opened(data_folder) as first:
                await first.save_turn(details(), [question()])
                assert not await second._database.try_own()
                with pytest.raises(FolderInUse, match="Use that window, or close it"):
                    await second.save_turn(details("c2"), [question()])
                assert (await second.load("c1")).messages == (question(),)
            await second.save_turn(details("c2"), [question()])
            assert len(await second.summaries()) == 2
            assert second._database.owned

    run(scenario())


def test_the_lock_of_a_killed_program_is_free(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            with started("save_and_stay", data_folder) as other:
                assert other.stdout is not None
                other.stdout.readline()
                assert not await store._database.try_own()
                other.kill()
            assert await store._database.try_own()
            assert (await store.load("c1")).messages == (question(),)

    run(scenario())


# --- a disk that does not do what it is told --------------------------------------------------


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
                await store._database.try_own()
            assert (await store.load("c1")).messages[0].text == "kept"
            (small_disk / "ballast").unlink()
            assert await store._database.try_own()
            assert (await store.load("c1")).messages[1].state is ReplyState.INTERRUPTED

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
            assert not await other._database.try_own()

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


# --- files that are not what they should be ---------------------------------------------------


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
                    store._database.try_own(),
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


# --- the end ----------------------------------------------------------------------------------


def test_closing_leaves_one_file_and_a_free_lock(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        store = ConversationStore(Database(data_folder))
        await store.save_turn(details(), [question()])
        await store._database.aclose()
        assert names(data_folder) == {DATABASE_NAME, LOCK_NAME}
        await store._database.aclose()
        with pytest.raises(StorageFailed, match="is closing"):
            await store.summaries()
        async with opened(data_folder) as other:
            assert await other._database.try_own()

    run(scenario())


def test_a_hung_disk_does_not_hold_the_end(
    run: Run, data_folder: Path, log_guard: LogGuard
) -> None:
    log_guard.expect("did not answer in time")
    gate = threading.Event()

    async def scenario() -> None:
        database = Database(data_folder)
        hung = asyncio.ensure_future(database.write(lambda _: gate.wait(20)))
        await asyncio.sleep(0.05)
        await database.aclose(0.05)
        gate.set()
        await hung

    run(scenario())


def test_closing_what_was_never_opened_is_fine(run: Run, data_folder: Path) -> None:
    run(Database(data_folder).aclose())
    assert list(data_folder.iterdir()) == []
