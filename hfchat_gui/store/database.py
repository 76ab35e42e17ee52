"""Opens the data folder's database: the owner of the lock writes, everyone else only reads."""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from hfchat_gui.store import bin as paper_bin
from hfchat_gui.store import failures, journal, snapshots
from hfchat_gui.store.cells import readable
from hfchat_gui.store.failures import DATABASE_NAME, failure, translated
from hfchat_gui.store.lock import FolderLock
from hfchat_gui.store.migrations import ForeignDatabase, NewerDatabase, migrate
from hfchat_gui.store.private import make_file, make_folder, repair_files
from hfchat_gui.store.snapshots import NotAFile
from hfchat_gui.store.worker import Worker

log = logging.getLogger(__name__)

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

BUSY_SECONDS = 5.0

_SETTINGS = (
    "PRAGMA trusted_schema = OFF",
    "PRAGMA foreign_keys = ON",
    "PRAGMA temp_store = MEMORY",  # prompts never go to /tmp
    "PRAGMA fullfsync = ON",  # macOS only: there fsync alone leaves data in the disk's own cache
    "PRAGMA journal_size_limit = 8388608",
    "PRAGMA journal_mode = WAL",
)


class Database:
    """The database of one data folder, used on a thread of its own.

    Nothing is touched before the first call. The lock is taken by `own` or the first `write`, and
    held until `aclose`. Every failure is a `StorageFailed` that names the folder and the next step;
    after it the next call tries anew. A damaged file is let go of, so that it can be moved away.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()
        self._file = self._folder / DATABASE_NAME
        self._worker = Worker("hfchat-store")
        self._lock = FolderLock(self._folder)
        self._connection: sqlite3.Connection | None = None
        self._opened_file: os.stat_result | None = None
        self._owned = False
        self._recovered = False  # once only: later on the open replies are our own
        self._epoch = 0

    @property
    def folder(self) -> Path:
        """The data folder."""
        return self._folder

    @property
    def owned(self) -> bool:
        """Whether this object holds the folder's lock."""
        return self._owned

    @property
    def epoch(self) -> int:
        """How many times the lock was taken: what is remembered of the file holds for one."""
        return self._epoch

    async def own(self) -> None:
        """Take the lock, open or create the database, and recover what a crash left open.

        What has lain in the bin for more than 30 days is really deleted then.
        Raises `FolderInUse` where another HF Chat has it.
        """
        await self._do(self._own)

    async def write(
        self, work: Work[T], *, durable: bool = True, then: Callable[[T], None] | None = None
    ) -> T:
        """Run `work` in one transaction; return once it is committed.

        `then` gets the result on the store's thread right after the commit, awaited or not.

        `durable`: the log is synced before this returns (fdatasync); else a crash of the machine,
        though not of the program, may take it back.
        """

        def job() -> T:
            result = self._write(work, durable)
            if then is not None:
                then(result)
            return result

        return await self._do(job)

    async def read(self, work: Work[T]) -> T | None:
        """Run `work` on one state of the database; None where there is no database yet."""
        return await self._do(lambda: self._read(work))

    def is_being_written(self) -> bool:
        """Whether someone, this object included, holds the lock; for use inside `read`."""
        return self._lock.held or self._lock.held_by_another()

    async def aclose(self, patience: float = 0.5) -> None:
        """Close the database and free the lock; give up after `patience` seconds.

        What was written is safe either way: the next start finishes what was left.
        """
        if not await self._worker.aclose(self._close, patience):
            log.warning("The disk did not answer in time, so the database was not closed")

    # --- on the thread ------------------------------------------------------------------------

    async def _do(self, work: Callable[[], T]) -> T:
        return await self._worker.run(lambda: self._translated(work))

    def _translated(self, work: Callable[[], T]) -> T:
        with translated(self._folder):
            try:
                return work()
            except NewerDatabase as error:
                raise failure(failures.NEWER, self._folder) from error
            except ForeignDatabase as error:
                raise failure(failures.FOREIGN, self._folder) from error
            except NotAFile as error:
                raise failure(failures.NO_FILE, self._folder, name=str(error)) from error

    def _own(self) -> sqlite3.Connection:
        self._check_in_place()
        if self._opened_file is None:
            self._make_folder()
        if not self._lock.held:
            self._disconnect()
            self._owned = False
            self._take_lock()
            self._owned = True
            self._epoch += 1
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

    def _make_folder(self) -> None:
        try:
            make_folder(self._folder)
        except FileNotFoundError as error:  # as below /proc
            raise failure(failures.NOT_MADE, self._folder, str(error.strerror)) from error

    def _take_lock(self) -> None:
        try:
            self._lock.take()
        except IsADirectoryError as error:
            raise snapshots.NotAFile(self._lock.file.name) from error

    def _connect(self) -> sqlite3.Connection:
        snapshots.check(self._file)
        make_file(self._file)
        self._repair_modes()
        connection = sqlite3.connect(self._file, timeout=BUSY_SECONDS, isolation_level=None)
        connection.text_factory = readable
        try:
            for setting in _SETTINGS:
                connection.execute(setting)
            migrate(connection)
            if not self._recovered:
                with _transaction(connection):
                    journal.recover(connection)
                    paper_bin.empty(connection, time.time())
                self._recovered = True
        except BaseException:
            connection.close()
            raise
        self._repair_modes()
        self._opened_file = self._file.stat()
        return connection

    def _write(self, work: Work[T], durable: bool) -> T:
        connection = self._own()
        try:
            connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            with _transaction(connection):
                return work(connection)
        except sqlite3.Error as error:
            self._doubt(error)
            raise

    def _read(self, work: Work[T]) -> T | None:
        self._check_in_place()
        if self._connection is None:
            return snapshots.read(self._file, work)
        try:
            return work(self._connection)
        except sqlite3.Error as error:
            self._doubt(error)
            raise

    def _doubt(self, error: sqlite3.Error) -> None:
        if failures.leaves_doubt(error):
            self._disconnect()
        if failures.is_damage(error):
            self._let_go()
            self._opened_file = None  # the person moves it away: what is there then is all right

    def _check_in_place(self) -> None:
        # SQLite goes on writing into a file that was deleted or moved away: look first.
        if self._opened_file is None:
            return
        try:
            found = self._file.stat()
        except (FileNotFoundError, NotADirectoryError) as error:
            raise failure(failures.GONE, self._folder, str(error.strerror)) from error
        if not os.path.samestat(found, self._opened_file):
            self._disconnect()
            self._let_go()

    def _repair_modes(self) -> None:
        names = (DATABASE_NAME + suffix for suffix in ("", "-wal", "-shm", "-journal"))
        repair_files(*(self._folder / name for name in names), self._lock.file)

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(sqlite3.Error):
                connection.close()

    def _close(self) -> None:
        self._disconnect()
        self._let_go()

    def _let_go(self) -> None:
        self._owned = False
        self._lock.release()


@contextlib.contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        raise
