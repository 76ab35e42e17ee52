"""A database that was edited by hand or damaged shows all that can be read of it."""

from __future__ import annotations

import contextlib
import math
import sqlite3
from pathlib import Path

import pytest

from hfchat_gui.conversation.message import Message
from hfchat_gui.conversation.records import ConversationSummary
from hfchat_gui.exchange.json_file import as_json
from hfchat_gui.exchange.markdown_file import as_markdown
from hfchat_gui.store.cells import number_in, text_in
from hfchat_gui.store.failures import DATABASE_NAME
from tests.helpers.guards import LogGuard
from tests.helpers.running import Run
from tests.store.samples import details, opened, question, reply

_ODD = (
    "'abc'",
    "x'00ff41'",
    "1e300",
    "-1e300",
    "9e999",
    "NULL",
    "''",
    "7",
    "CAST(x'41ff' AS TEXT)",
)
_NO_JSON = ("'abc'", "x'00ff41'", "9e999", "''", "CAST(x'41ff' AS TEXT)")


@pytest.mark.parametrize(
    ("cell", "text", "number"),
    [
        ("abc", "abc", 0.0),
        (b"\x00\xffA", "\x00\ufffdA", 0.0),
        (None, "", 0.0),
        (7, "7", 7.0),
        (math.inf, "inf", 0.0),
        (10**400, "1" + "0" * 400, 0.0),
    ],
)
def test_any_cell_is_a_text_or_a_number(cell: object, text: str, number: float) -> None:
    assert (text_in(cell), number_in(cell)) == (text, number)


def edited(folder: Path, statement: str) -> None:
    """Do to the database what a hand or a damage does; what the schema refuses is not done."""
    with contextlib.closing(sqlite3.connect(folder / DATABASE_NAME)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(statement)


async def kept(folder: Path) -> tuple[list[ConversationSummary], tuple[Message, ...]]:
    """Read everything in each way there is."""
    async with opened(folder) as store:
        rows = list(await store.summaries())
        messages: tuple[Message, ...] = ()
        for row in rows:
            stored = await store.load(row.id)
            assert as_json(stored)
            assert as_markdown(stored)
            messages += stored.messages
    return sorted(rows, key=lambda row: row.updated), messages


@pytest.mark.parametrize("odd", _ODD)
@pytest.mark.parametrize(
    "column",
    [
        "title",
        "system_prompt",
        "model",
        "sampling",
        "leaf",
        "created",
        "updated",
        "has_own_title",
        "first_sent",
    ],
)
def test_an_odd_cell_of_a_chat_hides_neither_it_nor_another(
    run: Run, data_folder: Path, log_guard: LogGuard, column: str, odd: str
) -> None:

    async def scenario() -> None:
        async with opened(data_folder) as store:
            for id_ in ("c1", "c2"):
                await store.save_turn(details(id_, "q1"), [question()])
        try:
            edited(data_folder, f"UPDATE conversations SET {column} = {odd} WHERE id = 'c1'")
        except sqlite3.IntegrityError:
            return  # the schema refuses it
        if column in ("model", "sampling"):
            log_guard.expect("no JSON object")
        rows, messages = await kept(data_folder)
        assert {row.id for row in rows} == {"c1", "c2"}
        assert [message.text for message in messages] == ["Why?", "Why?"]

    run(scenario())


@pytest.mark.parametrize("odd", _ODD)
@pytest.mark.parametrize(
    "column", ["parent", "role", "state", "text", "parts", "thinking", "extras", "created"]
)
def test_an_odd_cell_of_a_turn_hides_no_other_turn(
    run: Run, data_folder: Path, log_guard: LogGuard, column: str, odd: str
) -> None:

    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(leaf="a1"), [question(), reply("Because.")])
        try:
            edited(data_folder, f"UPDATE messages SET {column} = {odd} WHERE id = 'a1'")
        except sqlite3.IntegrityError:
            return  # the schema refuses it
        if column == "extras" or (column == "parts" and odd in _NO_JSON):
            log_guard.expect("no JSON object")
        _, messages = await kept(data_folder)
        assert [message.id for message in messages] == ["q1", "a1"]
        assert messages[0].text == "Why?"

    run(scenario())


@pytest.mark.parametrize("odd", ["x'00'", "NULL"])
def test_a_chat_that_has_no_id_is_left_out_with_a_line_in_the_log(
    run: Run, data_folder: Path, log_guard: LogGuard, odd: str
) -> None:
    log_guard.expect("left out: it has no id")

    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_details(details("c1"))
            await store.save_details(details("c2"))
        edited(data_folder, f"UPDATE conversations SET id = {odd} WHERE id = 'c1'")
        rows, _ = await kept(data_folder)
        assert [row.id for row in rows] == ["c2"]

    run(scenario())


def test_a_turn_that_has_no_id_is_left_out_with_a_line_in_the_log(
    run: Run, data_folder: Path, log_guard: LogGuard
) -> None:
    log_guard.expect("left out: it has no id")

    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(leaf="a1"), [question(), reply("Because.")])
        edited(data_folder, "UPDATE messages SET id = x'01' WHERE id = 'a1'")
        _, messages = await kept(data_folder)
        assert [message.id for message in messages] == ["q1"]

    run(scenario())


def test_a_path_that_ends_nowhere_ends_with_the_turn_that_came_last(
    run: Run, data_folder: Path
) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(leaf="gone"), [question(), reply("Because.")])
            assert [turn.id for turn in (await store.load("c1")).path] == ["q1", "a1"]

    run(scenario())


def test_a_chat_whose_turns_are_all_deleted_stays_empty(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(leaf="q1"), [question()])
            await store.bin_turns(details(leaf=None), ["q1"])
            assert (await store.load("c1")).path == ()

    run(scenario())


@pytest.mark.parametrize(
    "value",
    [
        "[" * 100_000,
        '{"max_tokens":1e999,"temperature":NaN,"seed":true}',
        f'{{"max_tokens":{10**309},"temperature":{10**309},"seed":{-(2**63)}}}',
    ],
)
def test_an_odd_value_inside_a_cell_counts_as_none(
    run: Run, data_folder: Path, log_guard: LogGuard, value: str
) -> None:
    if value.startswith("["):
        log_guard.expect("no JSON object")

    async def scenario() -> None:
        async with opened(data_folder) as store:
            await store.save_turn(details(), [question()])
        edited(data_folder, f"UPDATE conversations SET sampling = '{value}'")
        async with opened(data_folder) as store:
            sampling = (await store.load("c1")).details.sampling
            assert (sampling.max_tokens, sampling.temperature, sampling.seed) == (None, None, None)

    run(scenario())
