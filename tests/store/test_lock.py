"""One at a time holds the folder, looking does not disturb, and any end frees it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import FolderInUse
from hfchat_gui.store.lock import LOCK_NAME, FolderLock
from tests.store.samples import look

HOLD = (
    "import sys, time, pathlib\n"
    "from hfchat_gui.store.lock import FolderLock\n"
    "lock = FolderLock(pathlib.Path(sys.argv[1])); lock.take(); print('held', flush=True)\n"
    "time.sleep(60)\n"
)


def test_a_second_one_is_refused_until_the_first_lets_go(data_folder: Path) -> None:
    first, second = FolderLock(data_folder), FolderLock(data_folder)
    first.take()
    first.take()
    assert first.held
    assert not first.held_by_another()
    assert second.held_by_another()
    with pytest.raises(FolderInUse):
        second.take()
    first.release()
    second.take()
    assert (first.held, second.held) == (False, True)
    second.release()


def test_a_killed_program_frees_it(data_folder: Path) -> None:
    lock = FolderLock(data_folder)
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(data_folder)], stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(FolderInUse):
            lock.take()
        other.kill()
    lock.take()
    assert lock.held
    lock.release()


def test_looking_creates_nothing_and_does_not_take_it(data_folder: Path) -> None:
    lock = FolderLock(data_folder)
    assert not lock.held_by_another()
    assert look(data_folder) == {}
    (data_folder / LOCK_NAME).touch(0o600)
    before = look(data_folder)
    assert not lock.held_by_another()
    assert look(data_folder) == before


def test_one_who_looks_at_the_wrong_moment_is_waited_out(data_folder: Path) -> None:
    looker, owner = FolderLock(data_folder), FolderLock(data_folder)
    looker.take()
    timer = threading.Timer(0.005, looker.release)
    timer.start()
    owner.take()
    timer.join()
    assert owner.held
    owner.release()


def test_a_lock_file_that_was_deleted_or_replaced_holds_nothing(data_folder: Path) -> None:
    lock = FolderLock(data_folder)
    lock.take()
    lock.file.unlink()
    deleted = lock.held
    lock.file.touch()
    replaced = lock.held
    lock.take()
    assert [deleted, replaced, lock.held] == [False, False, True]
    lock.release()


def test_a_program_that_we_start_does_not_keep_it(data_folder: Path) -> None:
    lock, other = FolderLock(data_folder), FolderLock(data_folder)
    lock.take()
    child = subprocess.Popen(["sleep", "30"], close_fds=False)
    lock.release()
    other.take()
    assert other.held
    assert os.get_inheritable(other._handle or 0) is False
    other.release()
    child.kill()
    child.wait()
