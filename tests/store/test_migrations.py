"""A database is brought to today's form in one step, or left as it was."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from hfchat_gui.store.migrations import (
    MIGRATIONS,
    ForeignDatabase,
    NewerDatabase,
    migrate,
    version,
)


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    """An empty database."""
    made = sqlite3.connect(":memory:", isolation_level=None)
    yield made
    made.close()


def m003(connection: sqlite3.Connection) -> None:
    """Add a table."""
    connection.execute("CREATE TABLE more (a)")


def m004(connection: sqlite3.Connection) -> None:
    """Add another, and fail in the middle."""
    connection.execute("CREATE TABLE less (a)")
    connection.execute("INSERT INTO nowhere VALUES (1)")


def tables(connection: sqlite3.Connection) -> set[str]:
    """Return the names of all tables."""
    return {row[0] for row in connection.execute("SELECT name FROM sqlite_schema")}


def test_each_step_is_recorded_once(connection: sqlite3.Connection) -> None:
    migrate(connection)
    migrate(connection)
    migrate(connection, (*MIGRATIONS, m003))
    recorded = connection.execute("SELECT number, name FROM migrations").fetchall()
    assert recorded == [(1, "_m001_conversations"), (2, "_m002_bin_and_drafts"), (3, "m003")]
    assert version(connection, (*MIGRATIONS, m003)) == 3


def test_a_step_that_fails_takes_all_back(connection: sqlite3.Connection) -> None:
    migrate(connection)
    before = tables(connection)
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, (*MIGRATIONS, m003, m004))
    assert tables(connection) == before
    assert version(connection) == 2


def test_a_newer_database_is_refused(connection: sqlite3.Connection) -> None:
    migrate(connection, (*MIGRATIONS, m003))
    with pytest.raises(NewerDatabase):
        migrate(connection)


def test_another_programs_database_is_refused(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE theirs (a)")
    with pytest.raises(ForeignDatabase):
        migrate(connection)
    assert tables(connection) == {"theirs"}


def test_a_step_that_ends_its_transaction_is_still_named(connection: sqlite3.Connection) -> None:
    def full(connection: sqlite3.Connection) -> None:
        """Do as SQLite does where the disk is full."""
        connection.execute("ROLLBACK")
        raise sqlite3.OperationalError("database or disk is full")

    with pytest.raises(sqlite3.OperationalError, match="disk is full"):
        migrate(connection, (full,))
