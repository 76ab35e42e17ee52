"""A file that is damaged, newer or another program's is refused in words and left alone."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.store.failures import DATABASE_NAME
from tests.helpers.running import Run
from tests.store.samples import details, opened, question


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
