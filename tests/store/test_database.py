"""Turns are durable, private and safe from crashes, full disks and folders that go away."""

from __future__ import annotations

import asyncio
import os
import signal
import stat
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import FolderInUse, StorageFailed
from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.store.conversations import ConversationStore
from hfchat_gui.store.database import Database
from hfchat_gui.store.failures import DATABASE_NAME
from hfchat_gui.store.lock import LOCK_NAME
from tests.helpers.guards import LogGuard
from tests.helpers.running import Run
from tests.helpers.tracing import Event, needs_strace, read_events, tracer
from tests.store.samples import details, opened, owns, question
from tests.store.store_program import ROOT, command, started


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


@pytest.mark.parametrize("calls", [3, 8, 16, 30, 45])
@needs_strace
def test_a_kill_at_any_moment_of_the_first_start_harms_nothing(
    run: Run, data_folder: Path, calls: int
) -> None:
    kill = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=pwrite64,fdatasync,ftruncate"]
    kill += ["-e", f"inject=pwrite64,fdatasync:signal=SIGKILL:when={calls}"]
    writer = [*kill, *command("save_three", data_folder)]
    done = subprocess.run(writer, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
    assert done.returncode != 0

    async def scenario() -> None:
        async with opened(data_folder) as store:
            assert await owns(store)
            await store.save_turn(details("after"), [question()])
            check = await store._database.read(
                lambda c: c.execute("PRAGMA integrity_check").fetchone()
            )
            assert check == ("ok",)

    run(scenario())


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
            assert await owns(store)
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
            assert await owns(store)
            first, second = (await store.load("c1")).messages
            assert first == question()
            assert len(second.text.split()) > 20

    run(scenario())


def test_a_second_store_reads_beside_the_first_and_later_owns(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as second:
            async with opened(data_folder) as first:
                await first.save_turn(details(), [question()])
                assert not await owns(second)
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
                assert not await owns(store)
                other.kill()
            assert await owns(store)
            assert (await store.load("c1")).messages == (question(),)

    run(scenario())


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
            assert await owns(other)

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
