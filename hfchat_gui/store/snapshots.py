"""Reads the database of a folder that someone else may own, creating and changing nothing there.

How depends on what lies beside the file:

* nothing: the last owner closed it properly. It is opened as immutable, since SQLite would create
  two files otherwise; whether an owner came meanwhile is looked at afterwards.
* log and index (`-wal`, `-shm`): an owner is running, or was killed. `readonly_shm` lets SQLite
  read both; without a living owner it builds the index in memory.
* anything else (a log without its index, as in a backup; a rollback journal): read from a copy.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from hfchat_gui.store.cells import readable
from hfchat_gui.store.migrations import MIGRATIONS, migrate, version

T = TypeVar("T")
Traces = tuple[tuple[int, int, int] | None, ...]


_TRIES = 10
_PAUSE_SECONDS = 0.02
_SUFFIXES = ("", "-wal", "-shm", "-journal")


class NotAFile(Exception):
    """A folder, a pipe or a device has the name of a file of the database, which it carries."""


def read(file: Path, work: Callable[[sqlite3.Connection], T]) -> T | None:
    """Return what `work` reads, or None where there is no database yet.

    Raises what SQLite raises, and `NewerDatabase`, `ForeignDatabase` or `NotAFile`.
    """
    for _ in range(_TRIES - 1):
        traces = _traces(file)
        if traces[0] is None:
            return None
        try:
            with _opened(file, traces) as connection, _todays(connection) as todays:
                result = work(todays)
        except sqlite3.Error:
            if _traces(file) == traces:
                raise
        else:
            if traces[1] is not None or _traces(file) == traces:
                return result
        time.sleep(_PAUSE_SECONDS)  # an owner came or went: read again
    with _opened(file, _traces(file)) as connection, _todays(connection) as todays:
        return work(todays)


def check(file: Path) -> None:
    """Raise what makes this file unfit for us, before anything writes to it.

    Opening it for writing would already change a database of a newer program.
    """
    traces = _traces(file)
    if traces[0] is not None:
        with _opened(file, traces) as connection:
            version(connection, MIGRATIONS)


def _traces(file: Path) -> Traces:
    return tuple(_trace(file.with_name(file.name + suffix)) for suffix in _SUFFIXES)


def _trace(file: Path) -> tuple[int, int, int] | None:
    try:
        found = file.stat()
    except FileNotFoundError:
        if file.is_symlink():  # to a place where nothing is: a disk that is not there, say
            raise NotAFile(file.name) from None
        return None
    if not stat.S_ISREG(found.st_mode):  # a pipe would hold up who opens it, a device never end
        raise NotAFile(file.name)
    return found.st_ino, found.st_size, found.st_mtime_ns


@contextlib.contextmanager
def _opened(file: Path, traces: Traces) -> Iterator[sqlite3.Connection]:
    _, log, index, rollback = traces
    if rollback is None and log is None:
        with _connected(f"{file.as_uri()}?immutable=1") as connection:
            yield connection
    elif rollback is None and index is not None:
        with _connected(f"{file.as_uri()}?mode=ro&readonly_shm=1") as connection:
            yield connection
    else:
        with tempfile.TemporaryDirectory(prefix="hfchat-", ignore_cleanup_errors=True) as folder:
            for suffix in ("", "-wal", "-journal"):
                with contextlib.suppress(FileNotFoundError):
                    shutil.copyfile(f"{file}{suffix}", f"{folder}/copy{suffix}")
            with _connected(f"{Path(folder, 'copy').as_uri()}?mode=rw") as connection:
                yield connection


@contextlib.contextmanager
def _connected(uri: str) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
        connection.text_factory = readable
        connection.execute("PRAGMA trusted_schema = OFF")
        yield connection


@contextlib.contextmanager
def _todays(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    if version(connection, MIGRATIONS) == len(MIGRATIONS):
        connection.execute("BEGIN")  # one state of the file for all that is read
        yield connection
        return
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
        connection.backup(copy)
        migrate(copy, MIGRATIONS)
        copy.text_factory = readable
        yield copy
