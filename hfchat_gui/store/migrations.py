"""The steps that bring a database to today's form: numbered, in one list, never edited once out."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence

APPLICATION_ID = 0x48464348  # "HFCH": tells our files from other SQLite files

Migration = Callable[[sqlite3.Connection], None]


class NewerDatabase(Exception):
    """The file was written by a newer program."""


class ForeignDatabase(Exception):
    """The file is a SQLite database of another program."""


def _m001_conversations(connection: sqlite3.Connection) -> None:
    # `number` keeps the order of arrival and is what a full-text index can refer to. `parts` is
    # NULL where `text` says it all. `journal` holds what open replies grew by.
    for statement in (
        """CREATE TABLE conversations (
            id TEXT PRIMARY KEY,
            title TEXT NOT NULL,
            system_prompt TEXT NOT NULL,
            model TEXT NOT NULL,
            sampling TEXT NOT NULL,
            leaf TEXT,
            created REAL NOT NULL,
            updated REAL NOT NULL
        )""",
        "CREATE INDEX conversations_by_update ON conversations (updated)",
        """CREATE TABLE messages (
            number INTEGER PRIMARY KEY,
            conversation TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            parent TEXT,
            role TEXT NOT NULL,
            state TEXT NOT NULL,
            text TEXT NOT NULL,
            parts TEXT,
            thinking TEXT NOT NULL,
            extras TEXT NOT NULL,
            created REAL NOT NULL,
            UNIQUE (conversation, id)
        )""",
        "CREATE INDEX open_messages ON messages (state) WHERE state IN ('waiting', 'streaming')",
        """CREATE TABLE journal (
            conversation TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
            message TEXT NOT NULL,
            number INTEGER NOT NULL,
            growth TEXT NOT NULL,
            PRIMARY KEY (conversation, message, number)
        ) WITHOUT ROWID""",
        """CREATE TABLE server_facts (
            address TEXT PRIMARY KEY,
            facts TEXT NOT NULL
        ) WITHOUT ROWID""",
    ):
        connection.execute(statement)


def _m002_bin_and_drafts(connection: sqlite3.Connection) -> None:
    # `binned` is the Unix time since when a row lies in the bin, NULL where it does not.
    for statement in (
        "ALTER TABLE conversations ADD COLUMN has_own_title INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE conversations ADD COLUMN first_sent TEXT",
        "ALTER TABLE conversations ADD COLUMN binned REAL",
        "ALTER TABLE messages ADD COLUMN binned REAL",
        "CREATE INDEX binned_conversations ON conversations (binned) WHERE binned IS NOT NULL",
        "CREATE INDEX binned_messages ON messages (binned) WHERE binned IS NOT NULL",
        """CREATE TABLE drafts (
            conversation TEXT PRIMARY KEY,
            draft TEXT NOT NULL
        ) WITHOUT ROWID""",
    ):
        connection.execute(statement)


MIGRATIONS: Sequence[Migration] = (_m001_conversations, _m002_bin_and_drafts)


def version(connection: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> int:
    """Return how many steps this database has seen; raise if it is newer or another program's."""
    (kept,) = connection.execute("PRAGMA user_version").fetchone()
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if kept > len(migrations):
        raise NewerDatabase
    if tables and owner != APPLICATION_ID:
        raise ForeignDatabase
    return int(kept)


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Take the steps that are missing, all of them or none; the connection commits by itself.

    Raises `NewerDatabase` or `ForeignDatabase` before anything is written.
    """
    if version(connection, migrations) == len(migrations):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        done = version(connection, migrations)  # again, now that nobody else can change it
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS migrations"
            " (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied REAL NOT NULL)"
        )
        for number, step in enumerate(migrations[done:], start=done + 1):
            step(connection)
            connection.execute(
                "INSERT INTO migrations VALUES (?, ?, ?)", (number, step.__name__, time.time())
            )
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk has ended it already
            connection.execute("ROLLBACK")
        raise
