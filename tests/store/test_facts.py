"""What was learnt of a server is kept where this program owns the folder, else for this run."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from hfchat_gui.conversation.ports import RememberedFacts
from hfchat_gui.conversation.route import ServerFacts, WireKind
from hfchat_gui.store.database import Database, Work
from hfchat_gui.store.facts import ServerFactsStore
from hfchat_gui.store.failures import DATABASE_NAME
from tests.helpers.running import Run

T = TypeVar("T")

ADDRESS = "http://127.0.0.1:8080"
FACTS = ServerFacts(
    WireKind.TEXT_GENERATION,
    f"{ADDRESS}/base",
    "toolkit",
    ("a", "b"),
    4096,
    learnt=12.5,
    takes_text=True,
    refused=("stop", "seed"),
)


def test_facts_are_there_at_the_next_start(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        database = Database(data_folder)
        await database.own()
        facts: RememberedFacts = ServerFactsStore(database)
        assert await facts.facts(ADDRESS) is None
        await facts.remember(ADDRESS, replace(FACTS, server="old"))
        await facts.remember(ADDRESS, FACTS)
        assert await facts.facts(ADDRESS) == FACTS
        await database.aclose()
        database = Database(data_folder)
        facts = ServerFactsStore(database)
        assert await facts.facts(ADDRESS) == FACTS
        await database.own()
        await facts.forget(ADDRESS)
        assert await facts.facts(ADDRESS) is None
        assert await ServerFactsStore(database).facts(ADDRESS) is None
        await database.aclose()

    run(scenario())


def test_nothing_of_the_database_leaves_its_thread(run: Run, data_folder: Path) -> None:
    class Watched(Database):
        async def write(self, work: Work[T], **options: Any) -> T:
            results.append(await super().write(work, **options))
            return results[-1]  # type: ignore[no-any-return]

    results: list[Any] = []

    async def scenario() -> None:
        database = Watched(data_folder)
        await database.own()
        facts = ServerFactsStore(database)
        await facts.remember(ADDRESS, FACTS)
        await facts.forget(ADDRESS)
        await database.aclose()

    run(scenario())
    assert results == [None, None]


def test_without_the_lock_nothing_is_written(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        database = Database(data_folder)
        facts = ServerFactsStore(database)
        await facts.remember(ADDRESS, FACTS)
        assert await facts.facts(ADDRESS) == FACTS
        await facts.forget(ADDRESS)
        assert await facts.facts(ADDRESS) is None
        await database.aclose()
        assert list(data_folder.iterdir()) == []  # noqa: ASYNC240

    run(scenario())


def test_a_disk_that_fails_costs_what_was_learnt_and_nothing_else(
    run: Run, data_folder: Path
) -> None:
    async def scenario() -> None:
        database = Database(data_folder)
        await database.own()
        facts = ServerFactsStore(database)
        await database.read(lambda c: c.execute("DROP TABLE server_facts"))
        assert await facts.facts("http://unknown") is None
        await facts.remember(ADDRESS, FACTS)
        assert await facts.facts(ADDRESS) == FACTS
        await database.aclose()

    run(scenario())


def test_a_protocol_of_a_later_version_is_not_known(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        database = Database(data_folder)
        await database.own()
        await ServerFactsStore(database).remember(ADDRESS, FACTS)
        await database.aclose()
        connection = sqlite3.connect(data_folder / DATABASE_NAME)
        connection.execute('UPDATE server_facts SET facts = \'{"wire":"telepathy"}\'')
        connection.commit()
        connection.close()
        database = Database(data_folder)
        assert await ServerFactsStore(database).facts(ADDRESS) is None
        await database.aclose()

    run(scenario())
